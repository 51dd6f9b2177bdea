import { shown } from './markdown.mjs';

/**
 * @typedef {object} Goal met when the value is at most the limit
 * @property {string} what
 * @property {number} limit
 * @property {number} value
 * @property {string} unit
 */

/** @param {Goal} goal */
export const isMet = ({ value, limit }) => value <= limit;

export const GOAL_HEAD = ['Goal', 'At most', 'Measured', ''];

/** @param {Goal} goal */
export const goalRow = (goal) => [
  goal.what,
  `${shown(goal.limit)} ${goal.unit}`,
  `${shown(goal.value)} ${goal.unit}`,
  isMet(goal) ? 'met' : '**missed**',
];
