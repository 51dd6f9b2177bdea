/** Anthropic's Messages API. */
import { sendEvents, sendJson, textOf } from './stream.mjs';

const USAGE = { input_tokens: 10, output_tokens: 10 };

/** @type {import('./server.mjs').Vendor} */
export const anthropic = {
  handles: (path) => /\/v1\/messages(\/count_tokens)?$/.test(path),
  tools: ({ tools = [] }) =>
    tools.map((/** @type {any} */ { name, description, input_schema }) => ({
      name,
      description,
      schema: input_schema,
    })),
  prompt: ({ system, messages }) => JSON.stringify([system, messages]),
  replies: ({ messages = [] }) =>
    messages
      .flatMap((/** @type {any} */ { content }) => (Array.isArray(content) ? content : []))
      .filter((/** @type {any} */ { type }) => type === 'tool_result')
      .map((/** @type {any} */ { tool_use_id, content }) => ({
        id: tool_use_id,
        text: textOf(content),
      })),
  send: (response, { path, body }, move) => {
    if (path.endsWith('count_tokens')) return sendJson(response, { input_tokens: 10 });
    const block =
      'call' in move
        ? { type: 'tool_use', id: move.call.id, name: move.call.tool.name, input: move.call.args }
        : { type: 'text', text: move.text };
    const stop_reason = 'call' in move ? 'tool_use' : 'end_turn';
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model };
    if (!body.stream) {
      return sendJson(response, { ...message, content: [block], stop_reason, usage: USAGE });
    }
    const [empty, delta] =
      'call' in move
        ? [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(move.call.args) },
          ]
        : [
            { type: 'text', text: '' },
            { type: 'text_delta', text: move.text },
          ];
    sendEvents(
      response,
      [
        {
          type: 'message_start',
          message: { ...message, content: [], stop_reason: null, usage: USAGE },
        },
        { type: 'content_block_start', index: 0, content_block: empty },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: USAGE },
        { type: 'message_stop' },
      ],
      { named: true },
    );
  },
};
