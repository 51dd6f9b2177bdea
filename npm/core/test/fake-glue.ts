import type { Glue, MergedFile, PlanFile, Workspace } from '../src/boundary.ts';

/** A workspace of which each test overrides what it wants to see fail. */
export class FakeWorkspace implements Workspace {
  begin(_call: string): number {
    return 1;
  }

  writes(_id: number): boolean {
    return false;
  }

  step(_id: number): string {
    return JSON.stringify({ done: { result: { fine: true } } });
  }

  put(..._given: Parameters<Workspace['put']>): void {}

  look(_id: number, _path: string, _kind: string, _bytes: Uint8Array): void {}

  stamp(_path: string): string {
    return '';
  }

  stampUnderLock(_path: string): string {
    return '';
  }

  bytes(_id: number, _write: number): Uint8Array {
    return new Uint8Array();
  }

  restart(_id: number): void {}

  preview(_id: number): string {
    return JSON.stringify({ result: {}, diff: '' });
  }

  finish(_id: number, _outcome: string): string {
    return JSON.stringify({ reply: { result: {} }, afterwards: [] });
  }

  freeCall(_id: number): void {}

  uris(_path: string): string {
    return '[]';
  }
}

class FakePlan implements PlanFile {
  validate(): string {
    return JSON.stringify({ errors: [], warnings: [] });
  }

  outline(): string {
    return JSON.stringify({ sections: [], tasks: [] });
  }

  changesSince(_older: PlanFile): string {
    return '[]';
  }

  free(): void {}
}

class FakeMerged implements MergedFile {
  bytes(): Uint8Array {
    return new Uint8Array();
  }

  told(): string {
    return JSON.stringify({ conflicts: [], notes: [] });
  }

  free(): void {}
}

export function fakeGlue(Workspace: new () => Workspace, panic?: string): Glue {
  return {
    initSync: () => undefined,
    Workspace,
    Plan: FakePlan,
    MergedFile: FakeMerged,
    etag: () => '',
    takePanic: () => panic,
  };
}
