/** The project and what is allowed in it: from the command line, then the environment or the configuration file. */
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { closestMatch } from './closest-match.ts';
import type { Config } from './config.ts';
import { type CommandLine, type Flag, isOn, lastValue, UsageError } from './flags.ts';
import { realDirectory } from './real-directory.ts';

export interface Project {
  /** The real path of the directory outside of which nothing is read or written. */
  root: string;
  /** Relative to the root, with `/` between its parts. */
  plansDir: string;
  /** The real paths of other projects whose plans can be read. */
  otherRoots?: string[];
  /** No project was found: the root is where the search began, and nothing in it is read or written. */
  isRootUnknown?: true;
}

/** Rules for every call. */
export interface Policy {
  readOnly: boolean;
  requireIfMatch: boolean;
  /** At most one task of a plan may be in progress. */
  oneDoing: boolean;
  /** The plan of toolsets whose tools have no `planId`. */
  plan: string | undefined;
}

/** How tools are listed: `plan_list` or `plan.list`. Calls can use either. */
export const TOOL_NAMES = ['underscored', 'dotted'] as const;
export type ToolNames = (typeof TOOL_NAMES)[number];

export interface ToolChoice {
  toolsets: string[];
  /** The only tools of these toolsets; all if undefined. */
  tools: string[] | undefined;
  toolNames: ToolNames;
}

export interface Identity {
  /** The name that the history and claims know the caller by; without it, one is made for each session. */
  agent: string | undefined;
}

export type Settings = Project & Policy & ToolChoice & Identity;

export const PROJECT_FLAGS: Flag[] = [
  {
    name: 'root',
    value: 'DIR',
    help: 'the project (default: $LONG_TERM_PLAN_ROOT, $CLAUDE_PROJECT_DIR, the working directory)',
  },
  {
    name: 'plans',
    value: 'DIR',
    help: 'the plans, inside the root (default: .long-term-plan, or .todo)',
  },
];

/** Only on the command line: a repository must not give access to others. */
export const OTHER_ROOTS_FLAG: Flag = {
  name: 'allow-root',
  value: 'DIR',
  help: "another project to be read by scopecraft's rootDir; can be given several times",
};

export const POLICY_FLAGS: Flag[] = [
  { name: 'read-only', help: 'serve only what changes nothing' },
  { name: 'require-if-match', help: 'refuse writes that do not say which version they change' },
  { name: 'plan', value: 'ID', help: 'the plan of toolsets that know no plans' },
];

export const AGENT_FLAG: Flag = {
  name: 'agent',
  value: 'NAME',
  help: 'who makes the changes, for the history and undo (default: $LONG_TERM_PLAN_AGENT)',
};

/** `known` contains the names of all toolsets. */
export function choiceFlags(known: readonly string[]): Flag[] {
  return [
    {
      name: 'toolsets',
      value: 'A,B',
      help: `which tools to serve (default: plan; there are ${known.join(', ')})`,
    },
    { name: 'tools', value: 'A,B', help: 'only these of their tools' },
    { name: 'tool-names', value: TOOL_NAMES.join('|'), help: 'list plan_list or plan.list' },
    { name: 'legacy-doc-tools', help: 'add the toolset doc to the others' },
  ];
}

export const HELP_FLAG: Flag = { name: 'help', help: 'show this help' };
export const VERSION_FLAG: Flag = { name: 'version', help: 'show the version' };

const ROOT_VARIABLES = ['LONG_TERM_PLAN_ROOT', 'CLAUDE_PROJECT_DIR'];
/** Served alone, this toolset searches for its project as its specification demands. */
const SEARCHING = { toolset: 'todori', variable: 'TODORI_PROJECT_ROOT' };
const DEFAULT_PLANS = '.long-term-plan';
/** Served without the toolset `plan`, this one has its files where its specification demands. */
const ELSEWHERE = { toolset: 'agentic-todo', plans: '.todo' };
const DEFAULT_TOOLSETS = ['plan'];

/** `toolsets` are the enabled ones; by default, those of the command line. */
export function readProject(
  line: CommandLine,
  env: NodeJS.ProcessEnv,
  cwd: string,
  toolsets = namesIn(line, 'toolsets') ?? DEFAULT_TOOLSETS,
): Project {
  const plans = lastValue(line, 'plans') ?? defaultPlans(toolsets);
  const searches = isServedAlone(line, SEARCHING.toolset);
  const variables = searches ? [SEARCHING.variable, ...ROOT_VARIABLES] : ROOT_VARIABLES;
  const given = givenRoot(line, env, cwd, variables);
  const found = given ?? (searches ? searchedRoot(cwd, plans) : cwd);
  const root = realDirectory(found ?? cwd);
  const plansDir = relative(root, resolve(root, plans));
  if (plansDir === '' || isAbsolute(plansDir) || plansDir.split(sep)[0] === '..') {
    throw new UsageError(`--plans must be a directory inside the root: ${plans}`);
  }
  const project: Project = { root, plansDir: plansDir.split(sep).join('/') };
  return found === undefined ? { ...project, isRootUnknown: true } : project;
}

/** The other projects that the command line allows to be read. */
export function readOtherRoots(line: CommandLine, cwd: string): string[] {
  const given = line.flags.get(OTHER_ROOTS_FLAG.name) ?? [];
  return given.map((named) => {
    const directory = resolve(cwd, String(named));
    if (named === '' || !isDirectory(directory)) {
      throw new UsageError(`--${OTHER_ROOTS_FLAG.name} is not a directory: ${named}`);
    }
    return realDirectory(directory);
  });
}

/** The root that the command line or a variable names. */
function givenRoot(
  line: CommandLine,
  env: NodeJS.ProcessEnv,
  cwd: string,
  variables: string[],
): string | undefined {
  const flag = lastValue(line, 'root');
  const variable = flag === undefined ? variables.find((name) => env[name]) : undefined;
  const named = flag ?? (variable && env[variable]);
  if (named === undefined) return undefined;
  if (named === '' || !isDirectory(resolve(cwd, named))) {
    throw new UsageError(`${variable ?? '--root'} is not a directory: ${named}`);
  }
  return resolve(cwd, named);
}

/** The plans directory without a flag. The configuration has not been found yet. */
function defaultPlans(names: readonly string[]): string {
  const isElsewhere = names.includes(ELSEWHERE.toolset) && !names.includes('plan');
  return isElsewhere ? ELSEWHERE.plans : DEFAULT_PLANS;
}

/** Whether the command line enables only this toolset. The configuration has not been found yet. */
function isServedAlone(line: CommandLine, toolset: string): boolean {
  const names = namesIn(line, 'toolsets') ?? [];
  return (
    names.length > 0 && names.every((name) => name === toolset) && !isOn(line, 'legacy-doc-tools')
  );
}

/** The closest directory, from the working directory upwards, that is a repository or contains plans. */
function searchedRoot(cwd: string, plans: string): string | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git')) || isDirectory(resolve(directory, plans))) {
      return directory;
    }
    if (dirname(directory) === directory) return undefined;
  }
}

const AGENT_VARIABLE = 'LONG_TERM_PLAN_AGENT';
/** 1 to 64 characters that are visible or spaces between visible ones. */
const AGENT_NAME = /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,62}[^\p{C}\p{Z}])?$/u;

/** The caller's lasting name. An empty variable counts as not set. */
export function readAgent(line: CommandLine, env: NodeJS.ProcessEnv): string | undefined {
  const flag = lastValue(line, AGENT_FLAG.name);
  const name = flag ?? (env[AGENT_VARIABLE] || undefined);
  if (name === undefined || AGENT_NAME.test(name)) return name;
  const source = flag === undefined ? AGENT_VARIABLE : `--${AGENT_FLAG.name}`;
  throw new UsageError(
    `${source} must be a name of 1 to 64 printable characters: ${JSON.stringify(name)}`,
  );
}

export function readPolicy(line: CommandLine, config: Config): Policy {
  return {
    readOnly: isOn(line, 'read-only') || config.readOnly === true,
    requireIfMatch: isOn(line, 'require-if-match') || config.requireIfMatch === true,
    oneDoing: config.oneDoing === true,
    plan: lastValue(line, 'plan') ?? config.plan,
  };
}

export function readChoice(
  line: CommandLine,
  config: Config,
  known: readonly string[],
): ToolChoice {
  const toolsets = namesIn(line, 'toolsets') ?? config.toolsets ?? DEFAULT_TOOLSETS;
  const all = isOn(line, 'legacy-doc-tools') ? [...toolsets, 'doc'] : toolsets;
  for (const name of all) if (!known.includes(name)) throw unknownToolset(name, known);
  return {
    toolsets: [...new Set(all)],
    tools: (namesIn(line, 'tools') ?? config.tools)?.map((name) => name.replace('.', '_')),
    toolNames: readToolNames(line) ?? config.toolNames ?? 'underscored',
  };
}

function namesIn(line: CommandLine, flag: string): string[] | undefined {
  return lastValue(line, flag)
    ?.split(',')
    .map((name) => name.trim());
}

function readToolNames(line: CommandLine): ToolNames | undefined {
  const given = lastValue(line, 'tool-names');
  const known = TOOL_NAMES.find((name) => name === given);
  if (given === undefined || known) return known;
  throw new UsageError(`--tool-names must be one of ${TOOL_NAMES.join(', ')}: ${given}`);
}

function unknownToolset(name: string, known: readonly string[]): UsageError {
  const match = closestMatch(name, known);
  const hint = match ? `did you mean ${match}?` : `there are ${known.join(', ')}`;
  return new UsageError(`Unknown toolset "${name}"; ${hint}`);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
