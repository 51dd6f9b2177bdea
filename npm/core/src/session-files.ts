/**
 * Files that live as long as the session: those whose paths start with `session:`. They are kept outside of the wasm, so that they
 * outlive a trap, and need no lock, because no other process sees them.
 */
import type { Event, FileState, Write } from '../wasm/bindings.js';

interface SessionFile {
  bytes: Uint8Array;
  version: number;
}

export class SessionFiles {
  readonly #files = new Map<string, SessionFile>();

  static includes(path: string): boolean {
    return path.startsWith('session:');
  }

  read(path: string): FileState {
    const file = this.#files.get(path);
    if (!file) return { kind: 'absent' };
    return { kind: 'file', bytes: file.bytes, etag: etagOf(file) };
  }

  commit(writes: Write[]): Event {
    const etags = writes.map(({ path, bytes }) => {
      const file = { bytes, version: (this.#files.get(path)?.version ?? 0) + 1 };
      this.#files.set(path, file);
      return etagOf(file);
    });
    return { kind: 'committed', etags };
  }
}

const etagOf = ({ version }: SessionFile) => `session:${version}`;
