/**
 * @typedef {object} Spread
 * @property {number} median
 * @property {number} low the first quartile
 * @property {number} high the third quartile
 */

/** @param {number[]} numbers */
export const median = (numbers) => quantile(numbers, 0.5);

/**
 * @param {number[]} numbers
 * @returns {Spread}
 */
export const spread = (numbers) => ({
  median: median(numbers),
  low: quantile(numbers, 0.25),
  high: quantile(numbers, 0.75),
});

/**
 * Interpolates between two numbers.
 * @param {number[]} numbers
 * @param {number} share 0 to 1
 */
export function quantile(numbers, share) {
  if (numbers.length === 0) throw new Error('Nothing was measured.');
  // A sort with NaN has no defined order.
  if (numbers.some(Number.isNaN)) return Number.NaN;
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place % 1);
}

/**
 * Measures cases in turns, so that a busy machine affects all of them. Each round begins with another case, so that none always
 * follows the same one. Warm-up rounds are not counted.
 * @template Case, Measured
 * @param {Case[]} cases
 * @param {{ rounds: number, warmUps?: number }} options
 * @param {(one: Case, round: number) => Promise<Measured> | Measured} measure
 * @returns {Promise<Map<Case, Measured[]>>}
 */
export async function interleaved(cases, { rounds, warmUps = 1 }, measure) {
  const results = new Map(cases.map((one) => [one, /** @type {Measured[]} */ ([])]));
  for (let round = -warmUps; round < rounds; round++) {
    const first = (round + warmUps) % cases.length;
    for (const one of [...cases.slice(first), ...cases.slice(0, first)]) {
      const measured = await measure(one, round);
      if (round >= 0) results.get(one)?.push(measured);
    }
  }
  return results;
}
