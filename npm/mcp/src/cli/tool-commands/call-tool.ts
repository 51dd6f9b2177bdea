import type { Tool } from '@modelcontextprotocol/server';
import type { CommandContext } from '../command.ts';
import { diffText } from '../text/diff.ts';
import { resultText } from '../text/result.ts';

export interface ToolCall {
  toolset: string;
  tool: Tool;
  args: Record<string, unknown>;
  dryRun: boolean;
}

/** Calls a tool and prints its result. */
export async function callTool(context: CommandContext, call: ToolCall): Promise<void> {
  const { toolset, tool, args, dryRun } = call;
  const session = context.session(toolset);
  const request = { kind: 'tool', name: tool.name, args } as const;
  if (dryRun) {
    const { result, diff } = await context.dryRun(session, request);
    return context.output.result({ dryRun: true, ...result, diff }, (style) =>
      diffText(diff, style),
    );
  }
  const result = await context.call(session, request);
  return context.output.result(result, (style) => resultText(result, style));
}
