/**
 * Compares the result of a merge with what the three texts alone require: what one side changed and the other did not must
 * be in the result, once, and nothing else may have changed.
 */
import { read } from './read.mjs';

/**
 * @typedef {import('./read.mjs').ReadPlan} ReadPlan
 * @typedef {import('./read.mjs').ReadTask} ReadTask
 * @typedef {{ base: string, ours: string, theirs: string }} Texts
 * @typedef {{ text: string, isClean: boolean, notes?: { taskId?: string | undefined, message: string }[] }} Result
 * @typedef {{ lost: string[], duplicated: string[], reverted: string[] }} Faults
 * @typedef {(name: string) => string} KeyOf the key of a section, which stays when it is renamed
 */

/**
 * @param {Texts} texts
 * @param {Result} result
 * @param {KeyOf} keyOf
 * @returns {Faults}
 */
export function findFaults(texts, result, keyOf) {
  const check = new Check(texts, keyOf, result.notes ?? []);
  const variants = result.isClean ? [result.text] : resolved(result.text);
  const plans = variants.map((text) => new Version(read(text), keyOf));
  check.tasks(plans);
  check.lines(plans);
  check.sections(plans);
  if (result.isClean) for (const plan of plans) check.order(plan);
  return check.faults;
}

/**
 * A text with conflict markers, with all conflicts resolved to one side, for both sides.
 * @param {string} text
 */
export function resolved(text) {
  return ['ours', 'theirs'].map((side) => {
    let part = 'both';
    const lines = text.split('\n').filter((line) => {
      if (line.startsWith('<<<<<<<')) part = 'ours';
      else if (/^=======\r?$/.test(line) && part === 'ours') part = 'theirs';
      else if (line.startsWith('>>>>>>>')) part = 'both';
      else return part === 'both' || part === side;
      return false;
    });
    return lines.join('\n');
  });
}

/** What a plan says, by task, line and section. */
export class Version {
  /**
   * @param {ReadPlan} plan
   * @param {KeyOf} keyOf
   */
  constructor(plan, keyOf) {
    /** @param {string} place */
    this.place = (place) => (place.startsWith('#') ? `#${keyOf(place.slice(1))}` : place);
    this.plan = plan;
    this.tasks = new Map(plan.tasks.map((task) => [task.id, task]));
    this.sections = new Map(
      plan.sections.map(({ name, parent }) => [keyOf(name), { name, parent: keyOf(parent) }]),
    );
    this.order = new Map([...plan.order].map(([place, labels]) => [this.place(place), labels]));
  }

  /** @param {string} line */
  placesOf(line) {
    return (this.plan.lines.get(line) ?? []).map(this.place);
  }

  /**
   * Where a task is: under another one or in a section.
   * @param {ReadTask} task
   */
  placeOf(task) {
    return task.parent || this.place(task.section);
  }
}

class Check {
  /** @type {Faults} */
  faults = { lost: [], duplicated: [], reverted: [] };

  /**
   * @param {Texts} texts
   * @param {KeyOf} keyOf
   * @param {NonNullable<Result['notes']>} notes name the tasks and sections whose place a rule had to decide
   */
  constructor({ base, ours, theirs }, keyOf, notes) {
    const version = (/** @type {string} */ text) => new Version(read(text), keyOf);
    this.base = version(base);
    this.sides = /** @type {[Version, Version]} */ ([version(ours), version(theirs)]);
    this.noted = new Set(notes.map(({ taskId }) => taskId ?? ''));
    this.notes = notes.map(({ message }) => message).join('\n');
    this.kept = new Set([...this.#contested(0), ...this.#contested(1)]);
  }

  /** @param {Version[]} results */
  tasks(results) {
    const { base, sides } = this;
    const ids = new Set([base, ...sides].flatMap(({ tasks }) => [...tasks.keys()]));
    for (const { plan, tasks } of results) {
      if (tasks.size < plan.tasks.length) this.faults.duplicated.push('a task occurs twice');
      for (const id of tasks.keys()) if (!ids.has(id)) this.faults.duplicated.push(`${id} is new`);
    }
    for (const id of ids) {
      const was = base.tasks.get(id);
      const [our, their] = sides.map(({ tasks }) => tasks.get(id));
      const exists = results.some(({ tasks }) => tasks.has(id));
      if (was && !(our && their)) {
        if (this.kept.has(id) && !exists) this.faults.lost.push(`${id} was deleted and changed`);
        const isCertain = results.every(({ tasks }) => tasks.has(id));
        if (!this.kept.has(id) && isCertain) this.faults.reverted.push(`${id} was deleted`);
        continue;
      }
      if (!exists) this.faults.lost.push(`${id} is missing`);
      for (const result of results) this.#fields(result, id);
    }
  }

  /**
   * @param {Version} result
   * @param {string} id
   */
  #fields(result, id) {
    const is = result.tasks.get(id);
    const [was, our, their] = [this.base, ...this.sides].map(({ tasks }) => tasks.get(id));
    if (!is || !(our ?? their)) return;
    const [ours, theirs] = this.sides;
    const claims = [our, their].map((side) => side?.attributes['assignee'] ?? '');
    const isClaim = our?.status !== their?.status && claims[0] !== claims[1];
    const keys = new Set(
      [was, our, their, is].flatMap((task) => Object.keys(task?.attributes ?? {})),
    );
    /** @type {[string, (task: ReadTask | undefined, version: Version) => string | undefined][]} */
    const fields = [
      ['title', (task) => task?.title],
      ['status', (task) => task?.status],
      ...(this.noted.has(id) ? [] : [/** @type {any} */ (['place', placeIn])]),
    ];
    for (const key of keys) {
      if (key === 'tags') this.#tags(id, [was, our, their, is]);
      else if (!(key === 'assignee' && isClaim))
        fields.push([key, (task) => task?.attributes[key] ?? '']);
    }
    for (const [name, fieldOf] of fields) {
      const expected = threeWay(
        fieldOf(was, this.base),
        fieldOf(our ?? their, our ? ours : theirs),
        fieldOf(their ?? our, their ? theirs : ours),
      );
      const value = fieldOf(is, result);
      if (expected && expected.value !== value)
        this.faults.reverted.push(`${name} of ${id} is ${value}, not ${expected.value}`);
    }
  }

  /**
   * @param {string} id
   * @param {(ReadTask | undefined)[]} tasks
   */
  #tags(id, tasks) {
    const [was, our, their, is] = tasks.map(
      (task) => new Set((task?.attributes['tags'] ?? '').split(',').filter(Boolean)),
    );
    if (!was || !our || !their || !is) return;
    const [ours, theirs] = [tasks[1] ? our : their, tasks[2] ? their : our];
    for (const tag of new Set([...was, ...ours, ...theirs, ...is])) {
      const expected = threeWay(was.has(tag), ours.has(tag), theirs.has(tag));
      if (expected && expected.value !== is.has(tag))
        this.faults.reverted.push(`tag ${tag} of ${id}`);
    }
  }

  /** @param {Version[]} results */
  lines(results) {
    const { base, sides } = this;
    const all = new Set([base, ...sides, ...results].flatMap(({ plan }) => [...plan.lines.keys()]));
    for (const line of all) {
      const [was, our, their] = [base, ...sides].map((version) => version.placesOf(line));
      if (!was || !our || !their) continue;
      const found = results.map((result) => result.placesOf(line));
      if (found.some((places) => places.length > 1)) {
        this.faults.duplicated.push(`“${line}” occurs ${found[0]?.length} times`);
        continue;
      }
      const exists = found.some((places) => places.length > 0);
      const isDeleted = was.length > 0 && (our.length === 0 || their.length === 0);
      const isKept = [...our, ...their].some((place) => this.kept.has(place));
      // In a conflict about a deletion, one of the two variants has it.
      const isCertain = found.every((places) => places.length > 0);
      if (isDeleted && isCertain && !isKept) this.faults.reverted.push(`“${line}” was deleted`);
      const isUnderKept = isDeleted && isKept && was[0] === (our[0] ?? their[0]);
      if ((!isDeleted || isUnderKept) && !exists) this.faults.lost.push(`“${line}” is missing`);
      if (isDeleted) continue;
      const expected = threeWay(was[0], our[0] ?? their[0], their[0] ?? our[0]);
      for (const [index, [place]] of found.entries()) {
        // A new line moves with the paragraph that it belongs to.
        const isNextTo = was.length === 0 && this.#isNextTo(line, results[index]);
        if (place !== undefined && expected && expected.value !== place && !isNextTo)
          this.faults.reverted.push(`“${line}” is in ${place}, not ${expected.value}`);
      }
    }
  }

  /**
   * Whether a line follows or precedes the same line as on its side.
   * @param {string} line
   * @param {Version | undefined} result
   */
  #isNextTo(line, result) {
    const neighbors = [...this.sides, ...(result ? [result] : [])].map((version) => {
      const labels = version.order.get(version.placesOf(line)[0] ?? '') ?? [];
      const at = labels.indexOf(line);
      return at < 0 ? [] : [labels[at - 1], labels[at + 1]].filter((label) => label !== undefined);
    });
    const found = new Set(neighbors.pop());
    return neighbors.flat().some((label) => found.has(label));
  }

  /** @param {Version[]} results */
  sections(results) {
    const { base, sides } = this;
    for (const { plan, sections } of results)
      if (sections.size < plan.sections.length)
        this.faults.duplicated.push('a section occurs twice');
    const keys = new Set([base, ...sides].flatMap(({ sections }) => [...sections.keys()]));
    for (const key of keys) {
      const was = base.sections.get(key);
      const [our, their] = sides.map(({ sections }) => sections.get(key));
      const found = results.flatMap(({ sections }) => sections.get(key) ?? []);
      if (was && !(our && their)) {
        const side = our ? 0 : 1;
        const isKept = (our ?? their) && this.#isSectionChanged(key, side);
        if (!isKept && found.length > 0) this.faults.reverted.push(`section ${key} was deleted`);
        continue;
      }
      if (found.length === 0) this.faults.lost.push(`section ${key} is missing`);
      for (const field of /** @type {const} */ (['name', 'parent'])) {
        const expected = threeWay(was?.[field], (our ?? their)?.[field], (their ?? our)?.[field]);
        for (const is of found) {
          const isDecided = field === 'parent' && this.notes.includes(is.name);
          if (expected && expected.value !== is[field] && !isDecided)
            this.faults.reverted.push(`${field} of ${key} is ${is[field]}, not ${expected.value}`);
        }
      }
    }
  }

  /**
   * What neither side reordered is in its order, and what one side reordered is in that order.
   * @param {Version} result
   */
  order(result) {
    for (const [place, labels] of result.order) {
      const versions = [this.base, ...this.sides].map(({ order }) => order.get(place) ?? []);
      const common = new Set(
        labels.filter((label) => versions.every((one) => one.includes(label))),
      );
      const [was, our, their] = versions.map((one) =>
        one.filter((label) => common.has(label)).join('\n'),
      );
      const expected = threeWay(was, our, their);
      const is = labels.filter((label) => common.has(label)).join('\n');
      if (expected && expected.value !== is) this.faults.reverted.push(`the order in ${place}`);
    }
  }

  /**
   * The tasks that the other side deleted and that must stay: this side changed them, or something in the deleted group.
   * @param {0 | 1} side
   */
  #contested(side) {
    const { base } = this;
    const [here, there] = [this.sides[side], this.sides[1 - side]];
    if (!here || !there) return [];
    const deleted = [...here.tasks.values()].filter(
      ({ id }) => base.tasks.has(id) && !there.tasks.has(id),
    );
    const isDeleted = new Set(deleted.map(({ id }) => id));
    /** @param {ReadTask} task */
    const topOf = (task) => {
      let top = task;
      while (isDeleted.has(top.parent)) top = here.tasks.get(top.parent) ?? top;
      return top.id;
    };
    const changed = new Set(deleted.filter((task) => this.#isChanged(task, here)).map(topOf));
    for (const task of here.tasks.values()) {
      const was = base.tasks.get(task.id);
      const parent = here.tasks.get(task.parent);
      const isNew = !isDeleted.has(task.id) && was?.parent !== task.parent;
      // What the other side moved too is where a rule put it.
      const moved = there.tasks.get(task.id);
      const isMovedByBoth = was && moved && there.placeOf(moved) !== base.placeOf(was);
      if (isNew && !isMovedByBoth && parent && isDeleted.has(parent.id)) changed.add(topOf(parent));
    }
    for (const [line, places] of here.plan.lines) {
      const isNew = !base.plan.lines.has(line);
      const isMoved = there.plan.lines.has(line) && base.placesOf(line)[0] !== places[0];
      const parent = here.tasks.get(places[0] ?? '');
      if ((isNew || isMoved) && parent && isDeleted.has(parent.id)) changed.add(topOf(parent));
    }
    return deleted.filter((task) => changed.has(topOf(task))).map(({ id }) => id);
  }

  /**
   * @param {ReadTask} task
   * @param {Version} here
   */
  #isChanged(task, here) {
    const was = this.base.tasks.get(task.id);
    if (!was) return true;
    const body = (/** @type {Version} */ version) =>
      (version.order.get(task.id) ?? []).filter((line) => line.startsWith('> ')).join('\n');
    const isSame =
      was.title === task.title &&
      was.status === task.status &&
      JSON.stringify(was.attributes) === JSON.stringify(task.attributes) &&
      body(this.base) === body(here) &&
      this.base.placeOf(was) === here.placeOf(task);
    return !isSame;
  }

  /**
   * Whether a side changed a section, or put something into it or under it.
   * @param {string} key
   * @param {number} side
   * @returns {boolean}
   */
  #isSectionChanged(key, side) {
    const [here, there] = [this.sides[side], this.sides[1 - side]];
    const [was, is] = [this.base.sections.get(key), here?.sections.get(key)];
    if (!here || !there || !is || was?.name !== is.name || was.parent !== is.parent) return true;
    const place = `#${key}`;
    const before = this.base.order.get(place) ?? [];
    const isKept = (/** @type {string} */ label) =>
      !before.includes(label) || this.kept.has(label) || there.tasks.has(label);
    if ((here.order.get(place) ?? []).some(isKept)) return true;
    const below = [...here.sections].filter(([, { parent }]) => parent === key);
    return below.some(
      ([inner]) =>
        !this.base.sections.has(inner) ||
        there.sections.has(inner) ||
        this.#isSectionChanged(inner, side),
    );
  }
}

/**
 * @param {ReadTask | undefined} task
 * @param {Version} version
 */
function placeIn(task, version) {
  return task && version.placeOf(task);
}

/**
 * The value, where at most one side changed it.
 * @template Value
 * @param {Value} was
 * @param {Value} our
 * @param {Value} their
 */
function threeWay(was, our, their) {
  if (our === was) return { value: their };
  if (their === was || our === their) return { value: our };
  return undefined;
}
