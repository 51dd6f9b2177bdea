/** The few plots that the README and the documentation show, as SVG. They bring their own background for light and dark pages. */

import { shown } from './markdown.mjs';

/**
 * @typedef {object} Bars
 * @property {string} name of the file
 * @property {string} title
 * @property {'bars'} kind
 * @property {string} unit
 * @property {{ label: string, value: number, low?: number, high?: number, isOurs?: boolean }[]} bars
 *
 * @typedef {object} Lines with logarithmic axes
 * @property {string} name
 * @property {string} title
 * @property {'lines'} kind
 * @property {string} x
 * @property {string} y
 * @property {{ label: string, points: [x: number, y: number][] }[]} series
 *
 * @typedef {Bars | Lines} Plot
 */

/**
 * @param {string} name may contain Markdown's backticks
 * @param {import('./statistics.mjs').Spread} spread
 * @param {boolean} [isOurs]
 */
export const barOf = (name, { median, low, high }, isOurs = false) => ({
  label: name.replaceAll('`', ''),
  value: median,
  low,
  high,
  isOurs,
});

const WIDTH = 760;
const PADDING = 16;
const TITLE_HEIGHT = 40;
const ROW_HEIGHT = 26;
/** The width of a letter in the 13 px font, rounded up. */
const LETTER = 7.2;

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600; font-size: 14px }
.page { fill: #fff; stroke: #d0d7de }
.grid { stroke: #d8dee4 }
.ours { fill: #0969da } .other { fill: #9aa4af }
.spread { stroke: #24292f; stroke-width: 1.5 }
.line { fill: none; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .page { fill: #0d1117; stroke: #30363d } .grid { stroke: #30363d }
.ours { fill: #58a6ff } .other { fill: #6e7681 } .spread { stroke: #e6edf3 } }
`;

/** Dashes distinguish the lines for readers who cannot distinguish colors. Readable on white and on black. */
const LINE_STYLES = [
  { stroke: '#2f81f7', dash: 'none' },
  { stroke: '#d1701f', dash: '6 3' },
  { stroke: '#2da44e', dash: '2 3' },
  { stroke: '#a371f7', dash: '9 3 2 3' },
  { stroke: '#e5534b', dash: '4 2' },
  { stroke: '#768390', dash: '1 2' },
  { stroke: '#b08800', dash: '12 4' },
];

/** @param {Plot} plot */
export const plotSvg = (plot) => (plot.kind === 'bars' ? barsSvg(plot) : linesSvg(plot));

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** @param {number} place */
const px = (place) => `${Number(place.toFixed(1))}`;

/**
 * @param {string} title
 * @param {string} description for screen readers
 * @param {number} height
 * @param {string[]} shapes
 */
function svg(title, description, height, shapes) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>`,
    `<text class="title" x="${PADDING}" y="26">${escaped(title)}</text>`,
    ...shapes,
    '</svg>',
    '',
  ].join('\n');
}

/** @param {Bars} plot */
function barsSvg({ title, unit, bars }) {
  const values = bars.map(({ value }) => `${shown(value)} ${unit}`);
  const left = PADDING + LETTER * Math.max(...bars.map(({ label }) => label.length)) + 8;
  const right = WIDTH - PADDING - LETTER * Math.max(...values.map(({ length }) => length)) - 8;
  const most = Math.max(...bars.map(({ value, high = 0 }) => Math.max(value, high)));
  /** @param {number} value */
  const x = (value) => left + (most > 0 ? value / most : 0) * (right - left);
  const shapes = bars.flatMap(({ label, value, low, high, isOurs }, row) => {
    const y = TITLE_HEIGHT + row * ROW_HEIGHT;
    const middle = y + ROW_HEIGHT / 2;
    const width = Math.max(1, x(value) - left);
    const end = Math.max(x(value), x(high ?? value));
    return [
      `<text x="${px(left - 8)}" y="${px(middle + 4.5)}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${isOurs ? 'ours' : 'other'}" x="${px(left)}" y="${y + 4}" width="${px(width)}" height="${ROW_HEIGHT - 8}" rx="2"/>`,
      ...(low === undefined || high === undefined
        ? []
        : [`<path class="spread" d="M${px(x(low))} ${middle}H${px(x(high))}"/>`]),
      `<text x="${px(end + 8)}" y="${px(middle + 4.5)}">${escaped(values[row] ?? '')}</text>`,
    ];
  });
  const description = bars.map(({ label }, row) => `${label}: ${values[row]}`).join('; ');
  return svg(title, description, TITLE_HEIGHT + bars.length * ROW_HEIGHT + PADDING, shapes);
}

/** @param {Lines} plot */
function linesSvg({ title, x: xName, y: yName, series }) {
  const height = 380;
  const points = series.flatMap((line) => line.points);
  const horizontal = logarithmicAxis(points.map(([x]) => x));
  const vertical = logarithmicAxis(points.map(([, y]) => y));
  const ticks = Math.max(...vertical.ticks.map((tick) => shown(tick).length));
  const labels = Math.max(...series.map(({ label }) => label.length));
  const area = {
    left: PADDING + LETTER * ticks + 8,
    right: WIDTH - PADDING - LETTER * labels - 40,
    top: 66,
    bottom: height - 52,
  };
  /** @param {number} value */
  const x = (value) => area.left + horizontal.at(value) * (area.right - area.left);
  /** @param {number} value */
  const y = (value) => area.bottom - vertical.at(value) * (area.bottom - area.top);
  const middle = (area.left + area.right) / 2;
  const grid = [
    ...horizontal.ticks.flatMap((tick) => [
      `<path class="grid" d="M${px(x(tick))} ${area.top}V${area.bottom}"/>`,
      `<text x="${px(x(tick))}" y="${area.bottom + 18}" text-anchor="middle">${shown(tick)}</text>`,
    ]),
    ...vertical.ticks.flatMap((tick) => [
      `<path class="grid" d="M${px(area.left)} ${px(y(tick))}H${px(area.right)}"/>`,
      `<text x="${px(area.left - 8)}" y="${px(y(tick) + 4.5)}" text-anchor="end">${shown(tick)}</text>`,
    ]),
    `<text x="${px(middle)}" y="${height - 14}" text-anchor="middle">${escaped(xName)}</text>`,
    `<text x="${PADDING}" y="50">${escaped(yName)}</text>`,
  ];
  const lines = series.flatMap(({ label, points }, at) => {
    const { stroke, dash } = LINE_STYLES[at % LINE_STYLES.length] ?? { stroke: '', dash: '' };
    const look = `stroke="${stroke}" stroke-dasharray="${dash}"`;
    const path = points.map(([across, up]) => `${px(x(across))} ${px(y(up))}`).join('L');
    const row = area.top + 10 + at * 20;
    const legend = area.right + 12;
    return [
      `<path class="line" ${look} d="M${path}"/>`,
      `<path class="line" ${look} d="M${px(legend)} ${row}h22"/>`,
      `<text x="${px(legend + 28)}" y="${row + 4.5}">${escaped(label)}</text>`,
    ];
  });
  const description = series
    .map(({ label, points }) => {
      const [first, last] = [points[0], points.at(-1)];
      return first && last
        ? `${label}: from ${shown(first[1])} at ${shown(first[0])} to ${shown(last[1])} at ${shown(last[0])}`
        : label;
    })
    .join('; ');
  return svg(title, `${yName} by ${xName}. ${description}`, height, [...grid, ...lines]);
}

/**
 * Powers of ten around all values.
 * @param {number[]} values
 * @returns {{ at: (value: number) => number, ticks: number[] }} at: the position of a value, between 0 and 1
 */
function logarithmicAxis(values) {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: last - first + 1 }, (_, tick) => 10 ** (first + tick));
  return { at: (value) => (Math.log10(value) - first) / (last - first), ticks };
}
