/** OpenAI's Chat Completions API, which many others have as well. */
import { sendEvents, sendJson, textOf } from './stream.mjs';

const USAGE = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

/** @type {import('./server.mjs').Vendor} */
export const chat = {
  handles: (path) => path.endsWith('/chat/completions'),
  tools: ({ tools = [] }) =>
    tools.map((/** @type {any} */ { function: { name, description, parameters } }) => ({
      name,
      description,
      schema: parameters,
    })),
  prompt: ({ messages }) => JSON.stringify(messages),
  replies: ({ messages = [] }) =>
    messages
      .filter((/** @type {any} */ { role }) => role === 'tool')
      .map((/** @type {any} */ { tool_call_id, content }) => ({
        id: tool_call_id,
        text: textOf(content),
      })),
  send: (response, { body }, move) => {
    const said =
      'call' in move
        ? { role: 'assistant', content: null, tool_calls: [toolCall(move.call)] }
        : { role: 'assistant', content: move.text };
    const finish_reason = 'call' in move ? 'tool_calls' : 'stop';
    const base = { id: 'chat_1', created: 1, model: body.model };
    if (!body.stream) {
      const choices = [{ index: 0, message: said, finish_reason }];
      return sendJson(response, { ...base, object: 'chat.completion', choices, usage: USAGE });
    }
    const chunk = { ...base, object: 'chat.completion.chunk' };
    sendEvents(
      response,
      [
        { ...chunk, choices: [{ index: 0, delta: said, finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage: USAGE },
      ],
      { end: 'data: [DONE]\n\n' },
    );
  },
};

/** @param {import('./server.mjs').ToolCall} call */
function toolCall({ id, tool, args }) {
  return {
    index: 0,
    id,
    type: 'function',
    function: { name: tool.name, arguments: JSON.stringify(args) },
  };
}
