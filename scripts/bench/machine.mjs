import { availableParallelism, cpus, loadavg } from 'node:os';

/**
 * @typedef {object} Machine
 * @property {string} processor
 * @property {number} cores
 * @property {string} node
 * @property {string} system
 * @property {number} load how many processes wanted the processor in the minute before
 */

/** @returns {Machine} */
export const thisMachine = () => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  node: process.versions.node,
  system: `${process.platform} ${process.arch}`,
  load: Number((loadavg()[0] ?? 0).toFixed(2)),
});

/** @param {Machine} machine */
export const machineText = ({ processor, cores, node, system, load }) =>
  `${processor}, ${cores} cores, Node ${node}, ${system}, load before ${load}`;
