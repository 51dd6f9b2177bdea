/**
 * @typedef {object} Table
 * @property {string} caption
 * @property {string[]} head
 * @property {(string | number)[][]} rows
 */

/**
 * Measurements have three significant digits; whole numbers are counts and keep all of theirs.
 * @param {number} number
 */
export function shown(number) {
  if (!Number.isFinite(number)) return '—';
  if (Number.isInteger(number) || Math.abs(number) >= 100) {
    return Math.round(number).toLocaleString('en');
  }
  return `${Number(number.toPrecision(3))}`;
}

/** @param {import('./statistics.mjs').Spread} spread */
export const quartiles = ({ low, high }) => `${shown(low)} to ${shown(high)}`;

/** @param {string | number} cell */
const cellText = (cell) =>
  typeof cell === 'number' ? shown(cell) : cell.replaceAll('|', '\\|').replaceAll('\n', ' ');

/**
 * A Markdown table; columns of numbers are aligned to the right.
 * @param {Table} table
 */
export function tableText({ caption, head, rows }) {
  const isNumeric = head.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const rule = isNumeric.map((numeric) => (numeric ? '---:' : '---'));
  const lines = [head.map(cellText), rule, ...rows.map((row) => row.map(cellText))];
  const text = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return caption === '' ? text : `**${caption}**\n\n${text}`;
}
