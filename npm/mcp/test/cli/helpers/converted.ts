/** Files of other tools as fixtures, and plans compared without the ids that each import generates. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const checkout = join(import.meta.dirname, '..', '..', '..', '..', '..');
const fixtures = join(checkout, 'tests', 'fixtures', 'convert');

/** Writes the files of a tool into a project. */
export function putFixture(root: string, name: string): void {
  cpSync(join(fixtures, name), root, { recursive: true });
}

export function fixtureText(...path: string[]): string {
  return readFileSync(join(fixtures, ...path), 'utf8');
}

/** Replaces new ids by numbers, in order of appearance. */
export function withoutNewIds(text: string): string {
  const ids: string[] = [];
  return text.replace(/t_[0-9A-HJKMNP-TV-Z]{26}/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `new-${ids.indexOf(id)}`;
  });
}
