/** The project and what is allowed in it: from the command line, then the environment or the configuration file. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { closestMatch } from './closest-match.ts';
import type { Config } from './config.ts';
import { type CommandLine, chosenValue, type Flag, isOn, lastValue, UsageError } from './flags.ts';
import {
  homeFolder,
  isDirectory,
  isSuitable,
  nearestPlans,
  placeForPlans,
  projectInRoots,
  repositoryOrPlans,
} from './project.ts';
import { realDirectory } from './real-directory.ts';

export interface Project {
  /** The real path of the directory outside of which nothing is read or written. */
  root: string;
  /** Relative to the root, with `/` between its parts. */
  plansDir: string;
  /** The real paths of other projects whose plans can be read. */
  otherRoots?: string[];
  /** Neither named nor found by its plans: the roots of an MCP client, if it has any, come first. */
  isFallback?: true;
  /** No project was found: the root is where the search began, and nothing in it is read or written. */
  isRootUnknown?: true;
}

/** Rules for every call. */
export interface Policy {
  readOnly: boolean;
  requireIfMatch: boolean;
  /** At most one task of a plan may be in progress. */
  oneDoing: boolean;
  /** The plan of tools without `planId`, and of `ltp`. */
  defaultPlan: string | undefined;
  handEdits: HandEdits;
  /** The boxes of new plans. */
  markers: Markers;
  /** Where claims are stored: next to the plans, for all worktrees of the repository, or on the git remote of this name. */
  claims: string;
  /** How long a claim lasts without a sign of life. */
  leaseMinutes: number;
}

/** What a write does with a plan that has errors: refuse, or first adopt what is unambiguous. */
export const HAND_EDITS = ['refuse', 'adopt'] as const;
export type HandEdits = (typeof HAND_EDITS)[number];

/** `[ ]` `[*]` `[√]`, or `[ ]` `[-]` `[x]`. */
export const MARKERS = ['plan', 'gfm'] as const;
export type Markers = (typeof MARKERS)[number];

export const DEFAULT_LEASE_MINUTES = 30;

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
    help: 'the project (default: $LONG_TERM_PLAN_ROOT, $CLAUDE_PROJECT_DIR, or found from the working directory upwards)',
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
  {
    name: 'markers',
    value: MARKERS.join('|'),
    help: 'the boxes of new plans: [ ] [*] [√], or [ ] [-] [x]',
    choices: MARKERS,
  },
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

const ROOT_VARIABLE = 'LONG_TERM_PLAN_ROOT';
/** Set by a client to the folder in which it was started, which need not be the top of a project. */
const START_VARIABLE = 'CLAUDE_PROJECT_DIR';
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
  const plans = plansOption(line, toolsets);
  const found = isServedAlone(line, SEARCHING.toolset)
    ? searchAsSpecified(line, env, cwd, plans)
    : search(line, env, cwd, plans);
  return { ...found, plansDir: plansInside(found.root, plans) };
}

/** The project in a client's roots, which precede a fallback. */
export function readProjectInRoots(
  line: CommandLine,
  env: NodeJS.ProcessEnv,
  uris: readonly string[],
): Project | undefined {
  const plans = plansOption(line, namesIn(line, 'toolsets') ?? DEFAULT_TOOLSETS);
  const root = projectInRoots(uris, { plans, home: homeFolder(env) });
  return root === undefined ? undefined : { root, plansDir: plansInside(root, plans) };
}

type FoundRoot = Omit<Project, 'plansDir'>;

function search(line: CommandLine, env: NodeJS.ProcessEnv, cwd: string, plans: string): FoundRoot {
  const named = namedRoot(line, env, cwd, [ROOT_VARIABLE]);
  if (named !== undefined) return { root: named };
  const home = homeFolder(env);
  const started = directoryIn(START_VARIABLE, env, cwd);
  const ofClient = started && (nearestPlans(started, { plans, home }) ?? started);
  if (ofClient !== undefined && isSuitable(ofClient, home)) return { root: ofClient };
  const start = realDirectory(cwd);
  const nearest = nearestPlans(start, { plans, home });
  if (nearest !== undefined) return { root: nearest };
  const place = placeForPlans(start, home);
  if (place !== undefined) return { root: place, isFallback: true };
  return { root: start, isFallback: true, isRootUnknown: true };
}

function searchAsSpecified(
  line: CommandLine,
  env: NodeJS.ProcessEnv,
  cwd: string,
  plans: string,
): FoundRoot {
  const variables = [SEARCHING.variable, ROOT_VARIABLE, START_VARIABLE];
  const start = realDirectory(cwd);
  const root = namedRoot(line, env, cwd, variables) ?? repositoryOrPlans(start, plans);
  return root === undefined ? { root: start, isRootUnknown: true } : { root };
}

function plansOption(line: CommandLine, toolsets: readonly string[]): string {
  return lastValue(line, 'plans') ?? defaultPlans(toolsets);
}

/** The plans directory relative to the root. */
function plansInside(root: string, plans: string): string {
  const plansDir = relative(root, resolve(root, plans));
  if (plansDir === '' || isAbsolute(plansDir) || plansDir.split(sep)[0] === '..') {
    throw new UsageError(`--plans must be a directory inside the root: ${plans}`);
  }
  return plansDir.split(sep).join('/');
}

/** The other projects that the command line allows to be read. */
export function readOtherRoots(line: CommandLine, cwd: string): string[] {
  const given = line.flags.get(OTHER_ROOTS_FLAG.name) ?? [];
  return given.map((named) => existingDirectory(`--${OTHER_ROOTS_FLAG.name}`, String(named), cwd));
}

/** The real path of the root that the command line or a variable names. */
function namedRoot(
  line: CommandLine,
  env: NodeJS.ProcessEnv,
  cwd: string,
  variables: readonly string[],
): string | undefined {
  const flag = lastValue(line, 'root');
  if (flag !== undefined) return existingDirectory('--root', flag, cwd);
  const variable = variables.find((name) => env[name]);
  return variable && directoryIn(variable, env, cwd);
}

/** An empty variable counts as not set. */
function directoryIn(variable: string, env: NodeJS.ProcessEnv, cwd: string): string | undefined {
  const named = env[variable];
  return named ? existingDirectory(variable, named, cwd) : undefined;
}

function existingDirectory(source: string, named: string, cwd: string): string {
  const directory = resolve(cwd, named);
  if (named === '' || !isDirectory(directory)) {
    throw new UsageError(`${source} is not a directory: ${named}`);
  }
  return realDirectory(directory);
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
    defaultPlan: lastValue(line, 'plan') ?? config.defaultPlan,
    handEdits: config.handEdits ?? 'refuse',
    markers: chosenValue(line, 'markers', MARKERS) ?? config.markers ?? 'plan',
    claims: config.claims ?? 'plans',
    leaseMinutes: config.leaseMinutes ?? DEFAULT_LEASE_MINUTES,
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
    toolNames: chosenValue(line, 'tool-names', TOOL_NAMES) ?? config.toolNames ?? 'underscored',
  };
}

function namesIn(line: CommandLine, flag: string): string[] | undefined {
  return lastValue(line, flag)
    ?.split(',')
    .map((name) => name.trim());
}

function unknownToolset(name: string, known: readonly string[]): UsageError {
  const match = closestMatch(name, known);
  const hint = match ? `did you mean ${match}?` : `there are ${known.join(', ')}`;
  return new UsageError(`Unknown toolset "${name}"; ${hint}`);
}
