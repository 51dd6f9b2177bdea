/** docs/clients.md: the configurations come from it, and the results go into it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../lib/project.mjs';

const PAGE = 'docs/clients.md';

/**
 * The file that the section of a client describes: the first code block, and the path in backticks before it.
 * @param {string} client
 * @returns {{ path: string, text: string }}
 */
export function documentedConfig(client) {
  const section = readPage()
    .split(/^## /m)
    .find((each) => each.startsWith(`${client}\n`));
  const [, path, text] = /`([^`]+)`[\s\S]*?\n```\w+\n([\s\S]*?)```/.exec(section ?? '') ?? [];
  if (path === undefined || text === undefined) {
    throw new Error(`${PAGE} has no configuration for ${client}`);
  }
  return { path, text };
}

/**
 * @param {'clients' | 'converters'} name
 * @param {string[]} header
 * @param {(string | number)[][]} rows
 */
export function writeTable(name, header, rows) {
  const lines = [header, header.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const page = readPage();
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${PAGE} has no place for ${name}`);
  writeFileSync(inRoot(PAGE), `${before}${begin}\n${lines.join('\n')}\n${end}${after}`);
}

const readPage = () => readFileSync(inRoot(PAGE), 'utf8');
