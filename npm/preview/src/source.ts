/** Where plans come from and where changes go. */
import type { CallError, ToolInputs, ToolName, ToolOutputs } from 'long-term-plan-core/slim';

export interface PlanEntry {
  planId: string;
  title: string;
}

export type Answer<Name extends ToolName> = { result: ToolOutputs[Name] } | { error: CallError };

export interface Source {
  /** Whether tools that write are refused. */
  readonly readOnly: boolean;
  /** What is shown as the place of the plans. */
  readonly place: string;
  /** Who the history says has made our changes. */
  readonly actor: string;
  plans(): Promise<PlanEntry[]>;
  /** The text of a plan; `undefined` if it is gone. What else goes wrong is thrown. */
  read(planId: string): Promise<string | undefined>;
  call<Name extends ToolName>(name: Name, args: ToolInputs[Name]): Promise<Answer<Name>>;
  /** Tells when plans may have changed, and whether that can be told at the moment. */
  follow(changed: () => void, connected: (isLive: boolean) => void): () => void;
}
