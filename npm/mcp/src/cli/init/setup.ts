/** The files outside of plans that `ltp init` writes and `ltp uninit` restores. Decides; writes nothing. */
import { join } from 'node:path';
import type { Client } from './clients.ts';
import { connect, disconnect, type Surroundings } from './connect.ts';
import type { FileChange } from './file-change.ts';
import { jsonEntry, withJsonEntry } from './json-entry.ts';
import { blockLines, IN_GIT, IN_MARKDOWN, withBlock, withoutBlock } from './marked-block.ts';

export interface SetupOptions {
  clients: readonly Client[];
  /** Whether to write the clients' files for all projects of the user. */
  user: boolean;
  /** What AGENTS.md says about plans. */
  agentsLines: string[];
  /** The path of `info/exclude` in git's folder; `undefined` outside of a repository. */
  excludeFile: string | undefined;
}

export interface Setup {
  changes: FileChange[];
  manual: ReturnType<typeof connect>['manual'];
  /** Files that git must not track, because they name a path of this machine. */
  excluded: string[];
}

export function setUp(around: Surroundings, options: SetupOptions): Setup {
  const { clients, user, agentsLines, excludeFile } = options;
  const { changes, excluded, manual } = connect(clients, around, { user });
  const guides = clients.length > 0 ? instructionFiles(clients, around) : [];
  return {
    changes: [
      ...changes,
      ...guides.map((path) => guideChange(path, agentsLines, around)),
      ...(excludeFile !== undefined && excluded.length > 0
        ? [excludeChange(excludeFile, excluded, around)]
        : []),
    ],
    manual,
    excluded,
  };
}

export function tearDown(
  around: Pick<Surroundings, 'root' | 'places' | 'read'>,
  { user, excludeFile }: Pick<SetupOptions, 'user' | 'excludeFile'>,
): FileChange[] {
  const { root, read } = around;
  const guides = INSTRUCTION_FILES.flatMap((path) => {
    const file = join(root, path);
    const before = read(file);
    const lines = before === undefined ? 0 : blockLines(before, IN_MARKDOWN);
    if (before === undefined || lines === 0) return [];
    const what = `${lines} lines between ltp markers`;
    return [{ path, file, before, after: withoutBlock(before, IN_MARKDOWN), what }];
  });
  const exclude = excludeFile === undefined ? undefined : read(excludeFile);
  const isExcluded = exclude !== undefined && blockLines(exclude, IN_GIT) > 0;
  return [
    ...disconnect(around, { user }),
    ...guides,
    ...(excludeFile !== undefined && isExcluded
      ? [
          {
            path: EXCLUDE,
            file: excludeFile,
            before: exclude,
            // Git's own file stays, even if it is empty then.
            after: withoutBlock(exclude, IN_GIT) ?? '',
            what: 'files that name this build',
          },
        ]
      : []),
  ];
}

const EXCLUDE = '.git/info/exclude';
const AGENTS = 'AGENTS.md';
const INSTRUCTION_FILES = [AGENTS, 'CLAUDE.md', 'GEMINI.md'];

/** AGENTS.md, which most clients read, and what a chosen client reads instead, if the project has it. */
function instructionFiles(clients: readonly Client[], { root, read }: Surroundings): string[] {
  const own = clients.flatMap(({ instructions = [] }) => instructions);
  const present = own.filter((path) => {
    const text = read(join(root, path));
    // A file that imports AGENTS.md needs no copy of it.
    return text !== undefined && !text.includes(`@${AGENTS}`);
  });
  const isCovered = present.length === clients.length && read(join(root, AGENTS)) === undefined;
  return isCovered ? present : [AGENTS, ...present];
}

function guideChange(path: string, lines: string[], { root, read }: Surroundings): FileChange {
  const file = join(root, path);
  const before = read(file);
  const after = withBlock(before, lines, IN_MARKDOWN);
  return { path, file, before, after, what: `${lines.length} lines between ltp markers` };
}

function excludeChange(file: string, excluded: string[], { read }: Surroundings): FileChange {
  const before = read(file);
  const lines = excluded.map((path) => `/${path}`);
  const after = withBlock(before, lines, IN_GIT);
  return {
    path: EXCLUDE,
    file,
    before,
    after,
    what: 'keeps the path of this build out of commits',
  };
}

/** What a new project should do with hand edits and claims. What the file says already stays. */
export function withDefaults(config: string | undefined, isRepository: boolean): string {
  const wanted = { handEdits: 'adopt', ...(isRepository && { claims: 'repository' }) };
  let text = config ?? '{}\n';
  for (const [key, value] of Object.entries(wanted)) {
    if (jsonEntry(text, [key]) === undefined) text = withJsonEntry(text, [key], value);
  }
  return text;
}
