import { shown } from './markdown.mjs';

/** @typedef {import('./statistics.mjs').Spread} Spread */

/**
 * A table's cell beside a median.
 * @param {Spread} spread
 */
export const quartiles = ({ low, high }) => `${shown(low)} to ${shown(high)}`;

/**
 * @param {string} name may have Markdown's backticks
 * @param {Spread} spread
 * @param {boolean} [isOurs]
 */
export const barOf = (name, { median, low, high }, isOurs = false) => ({
  label: name.replaceAll('`', ''),
  value: median,
  low,
  high,
  isOurs,
});
