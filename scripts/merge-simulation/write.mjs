/** Writes a plan as Markdown. */

/**
 * @typedef {import('./plan.mjs').Plan} Plan
 * @typedef {import('./plan.mjs').Item} Item
 * @typedef {import('./plan.mjs').Section} Section
 */

const MARKS = { todo: ' ', doing: '*', done: '√' };

/** @param {Plan} plan */
export function write({ body, root, form }) {
  const lines = ['<!-- long-term-plan:format=v1 -->', '', '# Simulated plan'];
  if (body.length > 0) lines.push('', ...body.map((line) => `> ${line}`));
  const blank = () => {
    if (lines.at(-1) !== '') lines.push('');
  };
  /**
   * @param {Item[]} items
   * @param {number} columns
   */
  const writeItems = (items, columns) => {
    const space = ' '.repeat(columns);
    for (const [index, item] of items.entries()) {
      const before = items[index - 1];
      if (item.kind === 'prose') {
        if (!item.isTight) blank();
        lines.push(...item.lines.map((line) => (line === '' ? '' : space + line)));
        if (!item.isTight && !isTight(items[index + 1])) blank();
        continue;
      }
      if (form.isLoose && before?.kind === 'task') blank();
      const { id, title, status, attributes, body } = item;
      const more = Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`);
      lines.push(
        `${space}- [${MARKS[status]}] ${title} <!-- long-term-plan:id=${id}${more.join('')} -->`,
      );
      lines.push(...body.map((line) => `${space}${' '.repeat(form.indent)}> ${line}`));
      writeItems(item.items, columns + form.indent);
    }
  };
  /**
   * @param {Section} section
   * @param {number} level
   */
  const writeSection = (section, level) => {
    if (level > 1) {
      blank();
      lines.push(`${'#'.repeat(level)} ${section.name}`);
    }
    blank();
    writeItems(section.items, 0);
    for (const inner of section.sections) writeSection(inner, level + 1);
  };
  writeSection(root, 1);
  while (lines.at(-1) === '') lines.pop();
  return lines.join(form.ending) + (form.endsOpen ? '' : form.ending);
}

/** @param {Item | undefined} item */
function isTight(item) {
  return item?.kind === 'prose' && item.isTight;
}
