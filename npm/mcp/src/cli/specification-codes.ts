/** The codes of other specifications that mean the same as one of our own, so that scripts can tell failures apart. */

const INVALID_ARGUMENT = [
  // todori: invalid parameters, unknown tool
  '-32602',
  '-32601',
  // agentic-todo
  'INVALID_TASK_ID',
  'INVALID_ADR_NUMBER',
  'INVALID_STATUS',
  'INVALID_CATEGORY',
  'INVALID_POSITION',
  'CONTENT_TOO_LONG',
  // todolist
  'empty_content',
  'empty_active_form',
  'multiple_in_progress',
  'invalid_status',
];

/** todori: task, project root */
const NOT_FOUND = ['-32000', '-32002'];

/** Our own code for a code of any toolset. */
export function ownCode(code: string | number): string {
  const given = String(code);
  if (INVALID_ARGUMENT.includes(given)) return 'INVALID_ARGUMENT';
  return NOT_FOUND.includes(given) ? 'NOT_FOUND' : given;
}
