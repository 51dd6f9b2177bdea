/** Where plans come from and where changes go. */
import type { ToolError } from 'long-term-plan-core/slim';

export interface PlanEntry {
  planId: string;
  title: string;
  /** Why the plan cannot be read, if it cannot. */
  error?: string;
}

export type Reply<Result> = { result: Result } | { error: ToolError };

export interface PlanSource {
  /** Whether tools that write are refused. */
  readonly readOnly: boolean;
  /** Where the plans are, for display. */
  readonly place: string;
  /** The name of the project. */
  readonly project: string;
  /** Who makes the changes of this page. */
  readonly me: string;
  plans(): Promise<PlanEntry[]>;
  /** The text of a plan; `undefined` if it was deleted. Other failures are thrown. */
  read(planId: string): Promise<string | undefined>;
  /** Calls a tool. Throws `Disconnected` if the server cannot be reached. */
  call<Result>(name: string, args: Record<string, unknown>): Promise<Reply<Result>>;
  /** Reports when plans may have changed, and whether the connection for that is live. */
  follow(changed: () => void, connected: (isLive: boolean) => void): () => void;
}

/** The server cannot be reached; what was to be written can be sent again. */
export class Disconnected extends Error {}
