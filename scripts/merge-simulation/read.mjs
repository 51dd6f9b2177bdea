/**
 * Reads a plan in its text: a small reader that shares no code with the product, so that a mistake there does not hide in
 * the check.
 */

/**
 * @typedef {{ id: string, title: string, status: string, attributes: Record<string, string>, parent: string,
 *   section: string }} ReadTask
 * @typedef {{ name: string, parent: string }} ReadSection
 * @typedef {{ tasks: ReadTask[], sections: ReadSection[], lines: Map<string, string[]>,
 *   order: Map<string, string[]> }} ReadPlan `lines` are the places of each line of prose and bodies; a place is a task's id,
 *   or a section's name after `#`. `order` are the tasks and lines of each place.
 */

const STATUSES = /** @type {Record<string, string>} */ ({ ' ': 'todo', '*': 'doing', '√': 'done' });
const TASK = /^( *)- \[(.)\] (.*) <!-- long-term-plan:id=(\S+)(.*) -->$/;

/**
 * @param {string} text
 * @returns {ReadPlan}
 */
export function read(text) {
  const reader = new Reader();
  for (const line of text.split(/\r?\n/)) reader.line(line);
  return reader.plan;
}

class Reader {
  /** @type {ReadPlan} */
  plan = { tasks: [], sections: [], lines: new Map(), order: new Map() };
  /** @type {{ columns: number, id: string | undefined }[]} the open list items */
  #items = [];
  /** @type {{ level: number, name: string }[]} the headings above the line */
  #headings = [{ level: 0, name: '' }];
  #isCode = false;
  /** What a quoted line belongs to. */
  #quoted = '';

  /** @param {string} line */
  line(line) {
    const content = line.trim();
    const columns = line.length - line.trimStart().length;
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    const task = TASK.exec(line);
    if (this.#isCode || content.startsWith('```')) {
      if (content.startsWith('```')) this.#isCode = !this.#isCode;
      else if (content !== '') this.#prose(content, columns);
      this.#quoted = '';
    } else if (content === '') {
      // The plan's body may follow after blank lines.
      if (!this.#quoted.startsWith('#')) this.#quoted = '';
    } else if (heading) {
      this.#heading(heading[1]?.length ?? 0, heading[2] ?? '');
    } else if (task) {
      this.#task(task, columns);
    } else if (content.startsWith('> ') && this.#quoted !== '') {
      this.#add(`> ${content.slice(2)}`, this.#quoted);
    } else if (!content.startsWith('<!--')) {
      this.#prose(content, columns);
    }
  }

  /**
   * @param {number} level
   * @param {string} name
   */
  #heading(level, name) {
    this.#items = [];
    while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop();
    // The plan's title is no section.
    const key = level === 1 ? '' : name;
    if (level > 1) {
      const parent = this.#headings.at(-1)?.name ?? '';
      this.plan.sections.push({ name, parent });
    }
    this.#headings.push({ level, name: key });
    this.#quoted = level === 1 ? '#' : '';
  }

  /**
   * @param {RegExpExecArray} found
   * @param {number} columns
   */
  #task([, , mark = '', title = '', id = '', more = ''], columns) {
    this.#close(columns);
    const parent = this.#items.findLast((item) => item.id !== undefined)?.id ?? '';
    const attributes = Object.fromEntries(
      more
        .split(' ')
        .filter(Boolean)
        .map((pair) => pair.split('=')),
    );
    const section = `#${this.#headings.at(-1)?.name ?? ''}`;
    this.plan.tasks.push({
      id,
      title,
      status: STATUSES[mark] ?? mark,
      attributes,
      parent,
      section,
    });
    this.#order(id, parent || section);
    this.#items.push({ columns, id });
    this.#quoted = id;
  }

  /**
   * @param {string} content
   * @param {number} columns
   */
  #prose(content, columns) {
    this.#close(columns);
    this.#quoted = '';
    const task = this.#items.findLast((item) => item.id !== undefined)?.id;
    this.#add(content, task ?? `#${this.#headings.at(-1)?.name ?? ''}`);
    if (/^[-*+] /.test(content)) this.#items.push({ columns, id: undefined });
  }

  /** @param {number} columns */
  #close(columns) {
    while ((this.#items.at(-1)?.columns ?? -1) >= columns) this.#items.pop();
  }

  /**
   * @param {string} line
   * @param {string} place
   */
  #add(line, place) {
    const places = this.plan.lines.get(line) ?? [];
    this.plan.lines.set(line, [...places, place]);
    this.#order(line, place);
  }

  /**
   * @param {string} label
   * @param {string} place
   */
  #order(label, place) {
    const labels = this.plan.order.get(place) ?? [];
    labels.push(label);
    this.plan.order.set(place, labels);
  }
}
