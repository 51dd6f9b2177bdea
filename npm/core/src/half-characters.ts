/**
 * JavaScript's texts may hold half of a character: one of the two units of a surrogate pair. No
 * other text can, so such a call is refused here, before it is passed on.
 */

/** How `JSON.stringify` writes half of a character; whole ones stand there as they are. */
const LIKELY = '\\ud';

/** With `u`, whole pairs are one character and no surrogates. */
const HALF = /\p{Surrogate}/gu;

/** The field that holds such a text, `''` for the name; nothing if all is well. */
export function fieldWithHalfACharacter(
  { name, args }: { name: string; args: Record<string, unknown> },
  json: string,
): string | undefined {
  // A look at the whole tells nearly always that there is nothing to look for.
  if (!json.includes(LIKELY)) return undefined;
  return isWhole(name) ? find(args, '') : '';
}

function find(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isWhole(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (!isWhole(key)) return inner.replace(HALF, '\ufffd');
    const found = find(item, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isWhole(text: string): boolean {
  return text.search(HALF) < 0;
}
