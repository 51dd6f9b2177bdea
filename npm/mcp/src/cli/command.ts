/** What a command of `ltp` is. */
import type { Flag } from '../flags.ts';
import type { Invocation } from './invocation.ts';

/** What the overview shows of a command. */
export interface Command {
  /** As it is typed: `show`, `plan list`. */
  words: string;
  /** One line of the overview. */
  summary: string;
  /** The heading of the overview under which it stands. */
  group: string;
  /** The rest of it. That of a tool is derived from its schema when it is used. */
  define(): CommandBody;
}

export interface CommandBody {
  /** What follows the command's words: `<plan> [flags]`. */
  usage: string;
  /** What the summary leaves unsaid. */
  about?: string;
  examples: Example[];
  /** Its own flags. One that is named like a common flag stands in its place. */
  flags: Flag[];
  /** What each word after the command is, for completion; a last one that may repeat ends in `…`. */
  places?: readonly Place[];
  /** Says the exit code. What it throws of `UsageError` and `Failure` is told in one line. */
  run(invocation: Invocation): number | Promise<number>;
}

export type Place = 'plan' | 'plan…' | 'task' | 'file' | readonly string[];

export interface Example {
  line: string;
  what: string;
}
