import type { Glue, Workspace } from '../src/boundary.ts';

/** A workspace of which each test overrides what it wants to see fail. */
export class FakeWorkspace implements Workspace {
  begin(_call: string): number {
    return 1;
  }

  step(_id: number): string {
    return JSON.stringify({ done: { result: { fine: true } } });
  }

  put(): void {}

  stamp(): string {
    return '';
  }

  freeCall(_id: number): void {}
}

export function fakeGlue(Workspace: new () => Workspace, panic?: string): Glue {
  return { initSync: () => undefined, Workspace, takePanic: () => panic };
}
