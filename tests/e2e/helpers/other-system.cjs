/**
 * Preloaded with `node --require`: makes Linux behave like Windows or macOS where our code depends on it. OTHER_SYSTEM lists the
 * differences, separated by commas.
 */
const fs = require('node:fs');
const { basename, dirname, sep } = require('node:path');

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

  /**
   * A file can be opened so that no other process can open it in the same way, until it is closed or the process ends. Windows
   * does not even remove it. Who has which file open is shown by links in the folder OTHER_SYSTEM_FILES.
   */
  'exclusive-files': () => {
    const isWindows = process.platform === 'win32';
    const [flag, code] = isWindows ? [0x10000000, 'EBUSY'] : [0x20, 'EAGAIN'];
    const { openSync, closeSync, statSync, symlinkSync, readlinkSync, unlinkSync, existsSync } = fs;
    const markOf = (/** @type {string} */ path) => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats && `${process.env.OTHER_SYSTEM_FILES}${sep}${stats.dev}-${stats.ino}`;
    };
    const isOpen = (/** @type {string} */ mark) => {
      try {
        return existsSync(`/proc/${readlinkSync(mark)}`);
      } catch {
        return false;
      }
    };
    const marks = new Map();
    fs.openSync = (path, flags, ...rest) => {
      const mark = typeof flags === 'number' && markOf(path);
      const isExclusive = mark && (flags & flag) !== 0;
      if (mark && (isExclusive || isWindows) && isOpen(mark)) throw systemError(code);
      const file = openSync(path, isExclusive ? flags & ~flag : flags, ...rest);
      if (!isExclusive) return file;
      try {
        unlinkSync(mark);
      } catch {
        // No process that has ended had it open.
      }
      symlinkSync(`${process.pid}`, mark);
      marks.set(file, mark);
      return file;
    };
    fs.closeSync = (file) => {
      const mark = marks.get(file);
      marks.delete(file);
      if (mark) unlinkSync(mark);
      closeSync(file);
    };
    if (!isWindows) return;
    before('unlinkSync', ([path]) => {
      const mark = markOf(path);
      if (mark && isOpen(mark)) throw systemError(code);
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

  /** A name in other letters leads to the same file. */
  'ignores-case': () => {
    const { readdirSync, existsSync } = fs;
    const asListed = (/** @type {string} */ path) => {
      const [parent, name] = [dirname(path), basename(path)];
      if (existsSync(path) || parent === path) return path;
      const directory = asListed(parent);
      if (!existsSync(directory)) return path;
      const isName = (/** @type {string} */ one) => one.toLowerCase() === name.toLowerCase();
      return `${directory}${sep}${readdirSync(directory).find(isName) ?? name}`;
    };
    const names = 'openSync lstatSync statSync existsSync readdirSync readFileSync unlinkSync';
    for (const name of names.split(' ')) {
      const original = fs[name];
      fs[name] = (path, ...rest) =>
        original(typeof path === 'string' ? asListed(path) : path, ...rest);
    }
    for (const name of ['renameSync', 'linkSync']) {
      const original = fs[name];
      fs[name] = (from, to) => original(asListed(from), asListed(to));
    }
    const { native } = fs.realpathSync;
    fs.realpathSync.native = (path, ...rest) => native(asListed(path), ...rest);
  },

  /** As on a RAM disk of Windows. */
  'no-real-paths': () => {
    const { native } = fs.realpathSync;
    fs.realpathSync.native = (path) => {
      native(path);
      throw systemError('EISDIR');
    };
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
