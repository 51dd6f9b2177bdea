/** What a tool answered, for people. */
import type { Style } from './style.ts';

export function resultText(result: object, _style: Style): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
