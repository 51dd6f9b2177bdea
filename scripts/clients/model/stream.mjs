/**
 * @param {import('node:http').ServerResponse} response
 * @param {unknown} value
 */
export function sendJson(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/**
 * Server-sent events.
 * @param {import('node:http').ServerResponse} response
 * @param {({ type?: string } & Record<string, unknown>)[]} events
 * @param {{ named?: boolean, end?: string }} [options] named: whether each event has its type as its name
 */
export function sendEvents(response, events, { named = false, end = '' } = {}) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    if (named) response.write(`event: ${event.type}\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(end);
}

/**
 * The text of a content that is a text, or a list of parts.
 * @param {any} content
 * @returns {string}
 */
export function textOf(content) {
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return content.map((part) => part.text ?? textOf(part.content ?? '')).join('\n');
  return content === undefined ? '' : JSON.stringify(content);
}
