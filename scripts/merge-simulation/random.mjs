/**
 * @typedef {object} Random
 * @property {(limit: number) => number} below a whole number from 0 to limit - 1
 * @property {<Item>(items: readonly Item[]) => Item} pick one of the items; there must be one
 * @property {(share: number) => boolean} chance
 */

/**
 * The same seed gives the same random numbers.
 * @param {number} seed
 * @returns {Random}
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** @param {number} limit */
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => /** @type {any} */ (items[below(items.length)]),
    chance: (share) => next() < share,
  };
}
