/** The names of tools, next to their generated types. */
import type { ToolInputs } from '../generated/types.ts';

export type { ToolInputs, ToolOutputs } from '../generated/types.ts';

/** The name of a tool, as it is listed. */
export type ToolName = keyof ToolInputs;
