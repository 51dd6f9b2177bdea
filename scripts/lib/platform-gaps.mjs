/**
 * What a platform cannot have, and why: the only reasons for which steps and tests may be skipped in CI. `npm test` prints those of
 * the platform it runs on.
 */

/** @typedef {{ what: string, on: NodeJS.Platform[], why: string }} Gap */

/** @type {Gap[]} */
const GAPS = [
  {
    what: 'valgrind',
    on: ['win32', 'darwin'],
    why: 'valgrind does not run there; instructions are counted on Linux',
  },
  {
    what: 'zsh and fish',
    on: ['win32'],
    why: 'these shells do not exist for Windows; PowerShell is tested in platforms',
  },
  {
    what: 'Wine',
    on: ['win32', 'darwin'],
    why: 'Node for Windows runs on Wine only on Linux; Windows itself runs platforms',
  },
  {
    what: 'PowerShell',
    on: ['linux', 'darwin'],
    why: 'it is not part of the system; its completion is tested on Windows',
  },
  { what: '/proc', on: ['win32', 'darwin'], why: 'only Linux shows processes as files' },
  { what: 'named pipes', on: ['win32'], why: 'they are no files on Windows' },
  { what: 'mode bits', on: ['win32'], why: 'Windows knows only a flag for write-protected files' },
  { what: 'small disks', on: ['win32', 'darwin'], why: 'a full disk is mounted by Linux only' },
  {
    what: 'terminals',
    on: ['win32'],
    why: 'script, which records a terminal, does not exist there',
  },
];

/** @param {NodeJS.Platform} [platform] */
export const platformGaps = (platform = process.platform) =>
  GAPS.filter(({ on }) => on.includes(platform));

/**
 * Why this platform cannot have something, for the `skip` of a test; `false` if it can.
 * @param {string} what as in the table
 * @param {NodeJS.Platform} [platform]
 * @returns {string | false}
 */
export function cannotHave(what, platform = process.platform) {
  const gap = GAPS.find((one) => one.what === what);
  if (gap === undefined) throw new Error(`the table of platforms does not know "${what}"`);
  return gap.on.includes(platform) ? `${what}: ${gap.why}` : false;
}
