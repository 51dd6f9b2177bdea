/** Fixtures of other tools' files, and plans compared without the ids that are new at each import. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './commands.ts';

const fixtures = join(checkout, 'tests', 'fixtures', 'convert');

/** Puts the files of a tool into a project. */
export function putFixture(root: string, name: string): void {
  cpSync(join(fixtures, name), root, { recursive: true });
}

export function fixtureText(...path: string[]): string {
  return readFileSync(join(fixtures, ...path), 'utf8');
}

/** New ids by their number, in the order in which they appear. */
export function withoutNewIds(text: string): string {
  const ids: string[] = [];
  return text.replace(/t_[0-9A-HJKMNP-TV-Z]{26}/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `new-${ids.indexOf(id)}`;
  });
}
