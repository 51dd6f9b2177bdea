/** Where plans come from and where changes go. */
import type { ToolError, ToolInputs, ToolName, ToolOutputs } from 'long-term-plan-core/slim';

export interface PlanEntry {
  planId: string;
  title: string;
}

export type ToolReply<Name extends ToolName> = { result: ToolOutputs[Name] } | { error: ToolError };

export interface PlanSource {
  /** Whether tools that write are refused. */
  readonly readOnly: boolean;
  /** Where the plans are, for display. */
  readonly place: string;
  plans(): Promise<PlanEntry[]>;
  /** The text of a plan; `undefined` if it was deleted. Other failures are thrown. */
  read(planId: string): Promise<string | undefined>;
  call<Name extends ToolName>(name: Name, args: ToolInputs[Name]): Promise<ToolReply<Name>>;
  /** Reports when plans may have changed, and whether the connection for that is live. */
  follow(changed: () => void, connected: (isLive: boolean) => void): () => void;
}
