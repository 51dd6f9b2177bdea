/**
 * An axis: where a value is, between 0 and 1, and the values to name on it.
 * @param {number[]} values
 * @param {'log' | 'linear'} scale
 * @returns {{ at: (value: number) => number, ticks: number[] }}
 */
export function axis(values, scale) {
  const most = Math.max(...values);
  if (scale === 'linear') {
    const step = roundStep(most / 5);
    const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, tick) => tick * step);
    const end = ticks.at(-1) || 1;
    return { at: (value) => value / end, ticks };
  }
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(most)));
  const ticks = Array.from({ length: last - first + 1 }, (_, tick) => 10 ** (first + tick));
  return { at: (value) => (Math.log10(value) - first) / (last - first), ticks };
}

/**
 * The next of 1, 2, 5, 10, 20 …
 * @param {number} least
 */
function roundStep(least) {
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}
