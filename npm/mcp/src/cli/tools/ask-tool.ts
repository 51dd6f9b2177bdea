/** A tool asked, and its answer printed. */
import type { Tool } from '@modelcontextprotocol/server';
import { anybody, type Invocation, userName } from '../invocation.ts';
import { diffText } from '../text/diff.ts';
import { resultText } from '../text/result.ts';
import { isWrite } from './schema.ts';

export interface ToolCall {
  toolset: string;
  tool: Tool;
  args: Record<string, unknown>;
  /** Whether nothing is to be written, and only to be told what would be. */
  isPreview: boolean;
}

export async function askTool(invocation: Invocation, call: ToolCall): Promise<void> {
  const { toolset, tool, args, isPreview } = call;
  const session = invocation.session(toolset);
  const asked = { kind: 'tool', name: tool.name, args } as const;
  if (isPreview) {
    const { result, diff } = await invocation.preview(session, asked);
    return invocation.output.answer({ dryRun: true, ...result, diff }, (style) =>
      diffText(diff, style),
    );
  }
  const result = await invocation.ask(session, asked, isWrite(tool) ? userName : anybody);
  return invocation.output.answer(result, (style) => resultText(result, style));
}
