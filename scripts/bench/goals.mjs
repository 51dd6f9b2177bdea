import { shown } from './markdown.mjs';

/**
 * @typedef {object} Goal met when the value is at most the limit
 * @property {string} what
 * @property {number} limit
 * @property {number} value
 * @property {string} unit
 */

/**
 * What could not be measured is missed; as JSON it is null, which would count as 0.
 * @param {Goal} goal
 */
export const isMet = ({ value, limit }) => Number.isFinite(value) && value <= limit;

export const GOAL_HEAD = ['Goal', 'At most', 'Measured', ''];

/** @param {Goal} goal */
export const goalRow = (goal) => [
  goal.what,
  `${shown(goal.limit)} ${goal.unit}`,
  `${measuredText(goal)} ${goal.unit}`,
  isMet(goal) ? 'met' : '**missed**',
];

/**
 * With more digits where the usual ones would hide the difference.
 * @param {Goal} goal
 */
function measuredText({ value, limit }) {
  const text = shown(value);
  return text === shown(limit) && value !== limit ? value.toPrecision(5) : text;
}
