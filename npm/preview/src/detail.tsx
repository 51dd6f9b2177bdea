/** All details of a task, and their editing. */
import type { Status, Task } from 'long-term-plan-core/slim';
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Changes, Controller, Draft } from './controller.ts';
import type { HtmlOf } from './markdown.ts';
import { type PlanModel, PRIORITIES, STATUS_NAMES, STATUSES } from './model.ts';

interface Props {
  controller: Controller;
  model: PlanModel;
  task: Task;
  canEdit: boolean;
}

const STATES = ['blocked', 'deferred', 'cancelled', 'archived'] as const;

export function Detail({ controller, model, task, canEdit }: Props) {
  const panel = useRef<HTMLElement>(null);
  const { tasks, sections } = model.outline;
  const close = () => {
    controller.set({ selected: undefined });
    document.querySelector<HTMLElement>('main [role=tree], main .list')?.focus();
  };
  const change = (changes: Changes, base?: Task) => controller.change(task.id, changes, base);
  const index = model.indexOf.get(task.id) ?? -1;
  const path = sections[task.section ?? -1] ? (model.paths[task.section ?? -1] ?? []) : [];
  const dependencies = task.dependsOn ?? [];
  const waiting = useMemo(
    () => tasks.filter(({ dependsOn }) => dependsOn?.includes(task.id)).map(({ id }) => id),
    [tasks, task.id],
  );
  const children = (model.children[index] ?? []).flatMap((child) => tasks[child]?.id ?? []);

  // The keyboard focus moves into the opened task.
  useEffect(() => panel.current?.focus(), [task.id]);

  const link = (id: string) => {
    const other = tasks[model.indexOf.get(id) ?? -1];
    if (!other) return <span class="gone">{id} (not in this plan)</span>;
    return (
      <button type="button" class="link" onClick={() => controller.set({ selected: id })}>
        {other.title || id} <small>{STATUS_NAMES[other.status]}</small>
      </button>
    );
  };
  const links = (name: string, ids: readonly string[]) =>
    ids.length > 0 && (
      <section>
        <h3>{name}</h3>
        <ul>
          {ids.map((id) => (
            <li key={id}>{link(id)}</li>
          ))}
        </ul>
      </section>
    );

  return (
    <aside
      class="detail"
      ref={panel}
      aria-label={`Task: ${task.title}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      <header>
        <p class="path">{path.join(' › ') || model.outline.title}</p>
        <button type="button" class="close" aria-label="Close the task" onClick={close}>
          ✕
        </button>
      </header>
      <EditedText
        key={`title ${task.id}`}
        name="Title"
        value={task.title}
        canEdit={canEdit}
        save={(title) => change({ title })}
      />
      <div class="fields">
        <label>
          Status
          <select
            value={task.status}
            disabled={!canEdit}
            onChange={(event) => void change({ status: event.currentTarget.value as Status })}
          >
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {STATUS_NAMES[status]}
              </option>
            ))}
          </select>
        </label>
        <Choice
          name="State"
          value={task.state}
          words={STATES}
          canEdit={canEdit}
          save={(state) => change({ state })}
        />
        <Choice
          name="Priority"
          value={task.priority}
          words={PRIORITIES}
          canEdit={canEdit}
          save={(priority) => change({ priority })}
        />
        <label>
          Due
          <input
            type="date"
            value={task.due ?? ''}
            disabled={!canEdit}
            onChange={(event) => void change({ due: event.currentTarget.value })}
          />
        </label>
        <EditedText
          key={`assignee ${task.id}`}
          name="Assignee"
          value={task.assignee ?? ''}
          canEdit={canEdit}
          save={(assignee) => change({ assignee })}
        />
        <EditedText
          key={`tags ${task.id}`}
          name="Tags"
          value={(task.tags ?? []).join(', ')}
          canEdit={canEdit}
          save={(tags) => change({ tags: tags.split(/[,\s]+/).filter((tag) => tag !== '') })}
        />
      </div>
      <dl>
        <dt>Id</dt>
        <dd>
          <code>{task.id}</code>
        </dd>
        <dt>Line</dt>
        <dd>
          <button
            type="button"
            class="link"
            onClick={() => controller.set({ view: 'text', line: task.line })}
          >
            {task.line}
          </button>
        </dd>
        {(['estimate', 'type', 'area'] as const).map(
          (name) =>
            task[name] && [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{task[name]}</dd>],
        )}
        {(task.other ?? []).map(({ key, value }) => [
          <dt key={key}>{key}</dt>,
          <dd key={`${key} value`}>{value}</dd>,
        ])}
      </dl>
      <Body
        key={`body ${task.id}`}
        task={task}
        drafts={controller.drafts}
        htmlOf={controller.htmlOf}
        canEdit={canEdit}
        change={change}
      />
      {links('Depends on', dependencies)}
      {links('Blocks', waiting)}
      {links('Subtasks', children)}
      {canEdit && (
        <AddForm
          label="Add a subtask"
          add={(title) => controller.add({ title, parentTaskId: task.id })}
        />
      )}
    </aside>
  );
}

/** A line that is saved on blur or with Enter, and discarded with Escape. */
function EditedText(props: {
  name: string;
  value: string;
  canEdit: boolean;
  save(value: string): Promise<boolean>;
}) {
  const { name, value, canEdit, save } = props;
  const [draft, setDraft] = useState<string>();
  const commit = () => {
    if (draft !== undefined && draft !== value) void save(draft);
    setDraft(undefined);
  };
  return (
    <label class={name === 'Title' ? 'heading' : undefined}>
      <span>{name}</span>
      <input
        type="text"
        value={draft ?? value}
        readOnly={!canEdit}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key !== 'Escape' || draft === undefined) return;
          event.preventDefault();
          setDraft(undefined);
        }}
      />
    </label>
  );
}

function Choice<Word extends string>(props: {
  name: string;
  value: string | undefined;
  words: readonly Word[];
  canEdit: boolean;
  save(value: Word | ''): Promise<boolean>;
}) {
  const { name, value = '', words, canEdit, save } = props;
  const isOdd = value !== '' && !words.some((word) => word === value);
  return (
    <label>
      {name}
      <select
        value={value}
        disabled={!canEdit}
        onChange={(event) => void save(event.currentTarget.value as Word | '')}
      >
        <option value="">none</option>
        {isOdd && <option value={value}>{value}</option>}
        {words.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The core escapes all HTML of a body. */
function Body(props: {
  task: Task;
  drafts: Map<string, Draft>;
  htmlOf: HtmlOf;
  canEdit: boolean;
  change(changes: Changes, base?: Task): Promise<boolean>;
}) {
  const { task, drafts, htmlOf, canEdit, change } = props;
  const [draft, setDraft] = useState(drafts.get(task.id));
  const keep = (next: Draft | undefined) => {
    if (next) drafts.set(task.id, next);
    else drafts.delete(task.id);
    setDraft(next);
  };
  const markdown = task.body?.markdown ?? '';
  const html = useMemo(() => htmlOf(markdown), [htmlOf, markdown]);
  if (draft === undefined) {
    return (
      <section class="body">
        <h3>Body</h3>
        {markdown === '' ? (
          <p class="note">None.</p>
        ) : (
          <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />
        )}
        {canEdit && (
          <button type="button" onClick={() => keep({ text: markdown, base: task })}>
            Edit the body
          </button>
        )}
      </section>
    );
  }
  const save = async () => {
    const { text, base } = draft;
    keep(undefined);
    if (text === (base.body?.markdown ?? '')) return;
    await change(text === '' ? { clearBody: true } : { bodyMarkdown: text }, base);
  };
  return (
    <section class="body">
      <label>
        <h3>Body</h3>
        <textarea
          rows={8}
          value={draft.text}
          onInput={(event) => keep({ ...draft, text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
            if (event.key === 'Escape') event.preventDefault();
          }}
        />
      </label>
      <button type="button" class="primary" onClick={() => void save()}>
        Save the body
      </button>
      <button type="button" onClick={() => keep(undefined)}>
        Cancel
      </button>
    </section>
  );
}

export function AddForm({ label, add }: { label: string; add(title: string): Promise<boolean> }) {
  const [title, setTitle] = useState('');
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (title.trim() !== '' && (await add(title))) setTitle('');
  };
  return (
    <form class="add" onSubmit={submit}>
      <input
        type="text"
        value={title}
        placeholder={label}
        aria-label={label}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      <button type="submit" disabled={title.trim() === ''}>
        Add
      </button>
    </form>
  );
}
