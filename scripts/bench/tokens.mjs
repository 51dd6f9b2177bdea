import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * @param {string} folder in which the peers are installed
 * @returns {(text: string) => number} counts the tokens of a text in o200k, which GPT-4o and its successors read
 */
export function tokenCounter(folder) {
  const load = createRequire(join(folder, 'package.json'));
  const { countTokens } = load('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text);
}

/**
 * What a model reads of a tool before it calls one. Annotations and the schema of results are for the client.
 * @param {{ name: string, description?: string, inputSchema: object }} tool
 */
export const visibleText = ({ name, description, inputSchema }) =>
  JSON.stringify({ name, description, inputSchema });

/**
 * What a model reads of a reply.
 * @param {{ content: { text?: string }[] }} result
 */
export const replyText = ({ content }) => content.map(({ text = '' }) => text).join('\n');

/**
 * @typedef {object} ListedTask
 * @property {boolean} isSubtask
 * @property {number} bytes beyond its title, its id and the names of its sections; the comma before the next task counts
 */

/**
 * @param {any[]} tasks as plan_get lists them
 * @returns {ListedTask[]} including subtasks
 */
export function bytesBeyondContent(tasks, isSubtask = false) {
  return tasks.flatMap(({ children, ...task }) => {
    const row = JSON.stringify({ ...task, ...(children && { children: [] }) });
    const content = [task.id, task.title, ...task.sectionPath].map(quotedBytes);
    const bytes = Buffer.byteLength(row) + 1 - content.reduce((sum, each) => sum + each, 0);
    const isBelow = isSubtask || task.parentId !== undefined;
    return [{ isSubtask: isBelow, bytes }, ...bytesBeyondContent(children ?? [], true)];
  });
}

/** @param {string} text */
const quotedBytes = (text) => Buffer.byteLength(JSON.stringify(text)) - 2;
