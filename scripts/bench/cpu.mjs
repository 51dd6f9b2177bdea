/**
 * Milliseconds of CPU time of this process for one run; of a short one, the mean of several.
 * @template T
 * @param {object} work
 * @param {() => T} work.run what is measured
 * @param {() => void} [work.before] what is not
 * @param {(result: T) => void} [work.after]
 * @param {number} [runs]
 */
export function cpuMsOf({ run, before, after }, runs = 1) {
  let microseconds = 0;
  for (let number = 0; number < runs; number++) {
    before?.();
    const start = process.cpuUsage();
    const result = run();
    const { user, system } = process.cpuUsage(start);
    microseconds += user + system;
    after?.(result);
  }
  return microseconds / 1000 / runs;
}
