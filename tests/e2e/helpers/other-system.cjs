/**
 * Preloaded with `node --require`: makes Linux behave like Windows or macOS where our code depends on it. OTHER_SYSTEM lists the
 * differences, separated by commas.
 */
const fs = require('node:fs');
const { basename, sep } = require('node:path');

const differences = {
  windows: () => Object.defineProperty(process, 'platform', { value: 'win32' }),
  macos: () => Object.defineProperty(process, 'platform', { value: 'darwin' }),

  /** Whether another process runs can then only be asked by its id. */
  'no-proc': () => {
    for (const name of ['readFileSync', 'readlinkSync']) {
      before(name, ([path]) => {
        if (String(path).startsWith('/proc')) throw systemError('ENOENT');
      });
    }
  },

  /** A plan that another program has open for a moment. */
  'plans-in-use': () => {
    failFirst('renameSync', 3, 'EPERM', ([, to]) => isPlan(to) && to);
    failFirst('openSync', 1, 'EBUSY', ([path]) => isPlan(path) && path);
  },

  /** A plan that another program never closes. */
  'plans-stay-in-use': () => {
    before('renameSync', ([, to]) => {
      if (isPlan(to)) throw systemError('EPERM');
    });
  },

  /** A scanner that opens each new file of the lock. */
  'tokens-in-use': () => {
    const inLock = (/** @type {unknown} */ path) =>
      String(path).includes(`${sep}.history${sep}lock${sep}`) && path;
    failFirst('openSync', 1, 'EBUSY', ([path]) => inLock(path));
    failFirst('unlinkSync', 2, 'EACCES', ([path]) => inLock(path));
    failFirst('rmdirSync', 2, 'EPERM', ([path]) => inLock(path));
    failFirst('lstatSync', 1, 'EPERM', ([path]) => inLock(path));
    failFirst('readdirSync', 1, 'EBUSY', ([path]) => inLock(path));
  },

  /** A scanner that keeps the token of the first call open for longer than its release waits. */
  'first-token-stays': () => {
    let token = '';
    before('unlinkSync', ([path]) => {
      const isToken = String(path).includes(`${sep}held${sep}`) && !basename(path).includes('.');
      if (isToken) token ||= path;
      if (path === token && process.uptime() < 4) throw systemError('EBUSY');
    });
  },

  /** An open file has another number than its path. */
  'other-inodes': () => {
    const { fstatSync } = fs;
    fs.fstatSync = (...args) => {
      const stats = fstatSync(...args);
      stats.ino += 1;
      return stats;
    };
  },

  'no-links': () => {
    before('linkSync', () => {
      throw systemError('EPERM');
    });
  },

  /** FSEvents can lose what happens right after a watch is opened. */
  'late-watches': () => {
    const { watch } = fs;
    fs.watch = (path, options, listener) => {
      const since = Date.now();
      return watch(path, options, (...event) => {
        if (Date.now() - since > 300) listener?.(...event);
      });
    };
  },
};

const isPlan = (/** @type {unknown} */ path) => String(path).endsWith('.md');

/** @param {string} code */
function systemError(code) {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

/** Runs `check` before a function of the file system; what it throws is what the function throws. */
function before(/** @type {string} */ name, /** @type {(args: any[]) => void} */ check) {
  const original = fs[name];
  fs[name] = (...args) => {
    check(args);
    return original(...args);
  };
}

/** Makes the first calls for each key fail. */
function failFirst(name, times, code, keyOf) {
  const failed = new Map();
  before(name, (args) => {
    const key = keyOf(args);
    if (!key) return;
    const count = failed.get(key) ?? 0;
    if (count >= times) return;
    failed.set(key, count + 1);
    throw systemError(code);
  });
}

for (const name of (process.env.OTHER_SYSTEM ?? '').split(',').filter(Boolean)) {
  const difference = differences[name];
  if (!difference) throw new Error(`OTHER_SYSTEM: no difference is called "${name}"`);
  difference();
}
