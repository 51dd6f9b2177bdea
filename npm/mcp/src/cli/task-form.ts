/** A task as a form that people change in their editor. */
import { parseDate } from './dates.ts';
import type { Row } from './project-data.ts';

/** What the form can change, each as text; empty if it is not set. */
export interface FormFields {
  title: string;
  body: string;
  status: string;
  priority: string;
  due: string;
  tags: string;
  assignee: string;
  estimate: string;
  type: string;
  area: string;
  depends: string;
  section: string;
}

const STATUSES = ['todo', 'doing', 'done', 'blocked', 'deferred', 'cancelled', 'archived'];
const PRIORITIES = ['highest', 'high', 'medium', 'low'];

type HeaderField = Exclude<keyof FormFields, 'title' | 'body'>;

/** In the order of the form, with what can be written. */
const HEADER: [HeaderField, string][] = [
  ['status', 'todo doing done, or blocked deferred cancelled archived'],
  ['priority', 'highest high medium low'],
  ['due', 'also fri, tomorrow, +3d, 1 dec'],
  ['tags', ''],
  ['assignee', ''],
  ['estimate', ''],
  ['type', ''],
  ['area', ''],
  ['depends', 'short names, as in 9SN1 7QK4'],
  ['section', ''],
];

const INTRODUCTION = '# Change, empty or leave a field. Lines that start with # are ignored.';
/** The column of the remarks. */
const REMARK_COLUMN = 20;

export function fieldsOf(row: Row, body: string, nameOf: (id: string) => string): FormFields {
  return {
    title: row.title,
    body,
    status: row.state ?? row.status,
    priority: row.priority ?? '',
    due: row.due ?? '',
    tags: (row.tags ?? []).join(', '),
    assignee: row.assignee ?? '',
    estimate: row.estimate ?? '',
    type: row.type ?? '',
    area: row.area ?? '',
    depends: (row.dependsOn ?? []).map(nameOf).join(' '),
    section: row.sectionPath.join(' / '),
  };
}

/** `problems` come first, each on a separate line. */
export function formText(fields: FormFields, problems: readonly string[] = []): string {
  const lines = HEADER.map(([name, remark]) => {
    const value = `${name}: ${fields[name]}`.trimEnd();
    return remark === '' ? value : `${value.padEnd(REMARK_COLUMN)}# ${remark}`;
  });
  const body = fields.body === '' ? '' : `\n${fields.body}\n`;
  const head = [
    ...problems.map((problem) => `# ! ${problem}`),
    '---',
    INTRODUCTION,
    ...lines,
    '---',
  ];
  return `${head.join('\n')}\n\n# ${fields.title}\n${body}`;
}

export interface ParsedForm {
  fields: FormFields;
  /** What could not be read. */
  problems: string[];
}

/** `undefined` if the form was emptied. */
export function parseForm(text: string, before: FormFields, now: number): ParsedForm | undefined {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (lines.every((line) => line.trim() === '')) return undefined;
  const start = lines.findIndex((line) => line.trim() === '---');
  const end = lines.findIndex((line, index) => index > start && line.trim() === '---');
  if (start < 0 || end < 0) return { fields: before, problems: ['the lines --- are missing'] };
  const fields = { ...before };
  const problems: string[] = [];
  for (const line of lines.slice(start + 1, end)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const [, name = '', value = ''] = /^\s*(\w+):(.*)$/.exec(line) ?? [];
    const field = HEADER.find(([known]) => known === name.toLowerCase())?.[0];
    if (field === undefined) problems.push(`"${line.trim()}" is not a field`);
    else fields[field] = value.replace(/(^|\s)# .*$/, '').trim();
  }
  const rest = lines.slice(end + 1);
  const heading = rest.findIndex((line) => line.trim() !== '');
  const [, title = ''] = /^#\s+(.*)$/.exec(rest[heading] ?? '') ?? [];
  if (title.trim() === '') problems.push('the title is missing: a line that starts with "# "');
  else fields.title = title.trim();
  fields.body = rest
    .slice(heading + 1)
    .join('\n')
    .replace(/^(\s*\n)+/, '')
    .trimEnd();
  return { fields, problems: [...problems, ...check(fields, now)] };
}

/** Normalizes what people may write in several ways, and reports what cannot be read. */
function check(fields: FormFields, now: number): string[] {
  const problems: string[] = [];
  const oneOf = (field: 'status' | 'priority', choices: readonly string[]) => {
    fields[field] = fields[field].toLowerCase();
    if (fields[field] === '' && field === 'priority') return;
    if (!choices.includes(fields[field])) {
      problems.push(`${field}: "${fields[field]}" is not one of ${choices.join(', ')}`);
    }
  };
  oneOf('status', STATUSES);
  oneOf('priority', PRIORITIES);
  if (fields.due !== '') {
    const date = parseDate(fields.due, now);
    if (date === undefined) {
      problems.push(`due: "${fields.due}" is not a date; try fri, 2026-11-20, +3d`);
    } else fields.due = date;
  }
  fields.tags = fields.tags
    .split(/[,\s]+/)
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => tag !== '')
    .join(', ');
  return problems;
}

/** The fields that differ, in the order of the form. */
export function changedFields(before: FormFields, after: FormFields): (keyof FormFields)[] {
  const names = ['title', ...HEADER.map(([name]) => name), 'body'] as (keyof FormFields)[];
  return names.filter((name) => before[name] !== after[name]);
}

/** The name of the file that the editor shows. */
export function formName({ short, title }: Row): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const name = [...words].slice(0, 40).join('').replace(/-$/, '');
  return `${short}${name === '' ? '' : `-${name}`}.md`;
}
