/**
 * The commands in git's config that merge plans, and that compare them. Git runs them by `sh`.
 *
 * Git reads exit codes 1 to 128 of a merge driver as "merged, with conflicts". If the command were just `ltp merge-driver`, and
 * `ltp` had been moved or broke, git would keep our version without conflict markers, and the next commit would drop what the
 * other side did. Only the config itself is sure to be there when git merges, so the command in it brings its own fallback:
 * it looks for an `ltp` that answers, and without one it merges by lines, as git does without a driver. It is one long line,
 * because a script in a file could be gone as well.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { realPath } from 'long-term-plan-core/node';

/** What `ltp merge-driver --probe` prints. Other programs are called `ltp`, too. */
export const PROBE_REPLY = 'long-term-plan merge driver';
/** The exit code for conflicts, which nothing but a finished merge produces. */
export const CONFLICTS = 65;

/** Where `ltp` is. */
export interface LtpLocation {
  node: string;
  script: string;
}

export interface DriverOptions {
  /** Two different new statuses are a conflict, even if both are further than the old one. */
  strictStatus: boolean;
}

/** The value of `merge.long-term-plan.driver`. */
export function mergeCommand(ltp: LtpLocation, { strictStatus }: DriverOptions): string {
  const flags = strictStatus ? ' --no-further-status-wins' : '';
  // Git replaces %O, %A, …, and %% by a percent sign.
  const percentSigns = (text: string) => text.replaceAll('%', '%%');
  return [
    'set -- %O %A %B %P %L %X %Y %S',
    // An older git leaves the labels as they are.
    'case $8 in %%S) set -- "$1" "$2" "$3" "$4" "$5" ours theirs base;; esac',
    percentSigns(candidates(ltp)),
    "why='no ltp was found'",
    [
      `for run in ${CANDIDATES}; do ${PROBE} || continue`,
      // The doctor asks only whether there is one.
      '[ "$2" = --probe ] && exit 0',
      // The driver works on a copy: however it ends, our version is still complete.
      'cp "$2" "$2.ltp" && ' +
        `$run merge-driver${flags} --conflict-style="$(git config merge.conflictStyle)" -- "$1" "$2.ltp" "$3" "$4" "$5" "$6" "$7" "$8" </dev/null`,
      'code=$?',
      `case $code in 0) mv "$2.ltp" "$2" && exit 0;; ${CONFLICTS}) mv "$2.ltp" "$2" && exit 1;; esac`,
      'rm -f "$2.ltp"',
      'why="ltp failed with code $code"',
      'break',
      'done',
    ].join('; '),
    'echo "ltp: $4 was merged by lines, because $why; ltp git doctor says more" >&2',
    'git merge-file --marker-size="$5" -L "$6" -L "$8" -L "$7" "$2" "$1" "$3"',
    'code=$?',
    // Up to 127 it is the number of conflicts. Past 128, git considers the driver broken and changes nothing.
    '[ $code -gt 127 ] && exit 129',
    '[ $code -eq 0 ]',
  ].join('; ');
}

/** The value of `diff.long-term-plan.command`, to which git adds its seven arguments. */
export function diffCommand(ltp: LtpLocation): string {
  const byLtp = `for run in ${CANDIDATES}; do ${PROBE} || continue; $run diff "$@"; return; done`;
  const byLines = 'git diff --no-ext-diff --no-index -- "$2" "$5" || :';
  return `${candidates(ltp)}; compare() { ${byLtp}; ${byLines}; }; compare`;
}

const CANDIDATES = 'ltp_recorded ltp_node ltp_path ltp_npx';
const PROBE = `[ "$($run merge-driver --probe </dev/null 2>/dev/null)" = '${PROBE_REPLY}' ]`;

/** Functions that start `ltp`, by the ways in which it can be found. */
function candidates({ node, script }: LtpLocation): string {
  return [
    `ltp_recorded() { ${shellWord(node)} ${shellWord(script)} "$@"; }`,
    `ltp_node() { node ${shellWord(script)} "$@"; }`,
    'ltp_path() { ltp "$@"; }',
    // Offline: a merge must not depend on a registry, nor run what it would answer.
    'ltp_npx() { npx --no --offline --package=long-term-plan-mcp -- ltp "$@"; }',
  ].join('; ');
}

/** The location that a command contains; `undefined` if another version of this program made it. */
export function recordedLocation(command: string): LtpLocation | undefined {
  const word = "((?:[^\\s'\\\\]|\\\\.|'[^']*')+)";
  const call = new RegExp(`ltp_recorded\\(\\) \\{ ${word} ${word} "\\$@"; \\}`).exec(command);
  const [, node, script] = call ?? [];
  if (node === undefined || script === undefined || !command.includes(PROBE)) return undefined;
  return { node: plainWord(node), script: plainWord(script) };
}

/** Where this `ltp` is, by names that outlive an upgrade: links on the PATH rather than the folders of a version. */
export function ownLocation(env: NodeJS.ProcessEnv, called = process.argv[1] ?? ''): LtpLocation {
  return {
    node: lastingName(process.execPath, 'node', env),
    script: lastingName(resolve(called), 'ltp', env),
  };
}

/** The most lasting of the names of a file: its own, or those under which a program is on the PATH. */
function lastingName(file: string, program: string, env: NodeJS.ProcessEnv): string {
  const real = realPath(file);
  const others = onPath(program, env).filter(
    (found) => real !== undefined && realPath(found) === real,
  );
  const names = [...others, file];
  return names.toSorted((one, other) => duration(other) - duration(one))[0] ?? file;
}

/** Folders of one shell or one run. */
const SHORT_LIVED = /[\\/](?:_npx|fnm_multishells)[\\/]/;
/** Folders of one version, which an upgrade removes: of Homebrew, nvm, fnm, asdf and others. */
const VERSIONED = /[\\/](?:[\w-]+[-@])?v?\d+\.\d+(?:\.\d+)*(?:_\d+)?[\\/]/;

/** How long a name lasts, as a number to compare. */
function duration(name: string): number {
  return SHORT_LIVED.test(name) ? 0 : VERSIONED.test(name) ? 1 : 2;
}

/** A warning for a location that will not last. */
export function locationAdvice({ script }: LtpLocation): string | undefined {
  if (duration(script) === 2) return undefined;
  if (duration(script) === 1) {
    return `this ltp is in ${script}, which an upgrade may remove: then install long-term-plan-mcp again, so that ltp is on the PATH.`;
  }
  return 'ltp was run by npx from its cache, which can be cleared: install long-term-plan-mcp and run this again to be safe.';
}

/** The programs of a name that git's shell finds. Directories that npm adds for one command do not count. */
export function onPath(name: string, env: NodeJS.ProcessEnv): string[] {
  // The shell that comes with Git for Windows does not run .cmd files.
  const names = process.platform === 'win32' ? [`${name}.exe`, name] : [name];
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => {
    const parts = directory.split(/[\\/]/);
    return directory !== '' && !(parts.includes('node_modules') || parts.includes('_npx'));
  });
  return directories
    .flatMap((directory) => names.map((one) => join(directory, one)))
    .filter(isRunnable);
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** One word for the shell, which would take the separators of Windows for escapes. */
function shellWord(word: string): string {
  const plain = process.platform === 'win32' ? word.replaceAll('\\', '/') : word;
  return `'${plain.replaceAll("'", "'\\''")}'`;
}

/** A word without its quotes, and with the percent signs that git doubled. */
function plainWord(word: string): string {
  return word
    .replace(/'([^']*)'|\\(.)/g, (_, quoted: string, escaped: string) => quoted ?? escaped)
    .replaceAll('%%', '%');
}
