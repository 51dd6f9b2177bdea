import { type Flag, isOn, lastValue, UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun, NEW_SECTION_FLAG, PLAN_FLAG } from '../fields.ts';
import { type Row, readProjectData } from '../project-data.ts';
import { adoptedFacts, reply, replyDryRun, wroteJson, wroteLines } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { namedPlan, readProject } from '../which-plan.ts';
import { sectionData } from './add.ts';
import { onlyTask } from './start.ts';

const RELATIONS = [
  ['before', 'beforeTaskId'],
  ['after', 'afterTaskId'],
  ['under', 'parentTaskId'],
] as const;

const FLAGS: Flag[] = [
  PLAN_FLAG,
  { name: 'before', value: 'TASK', help: 'right before this one', choices: 'tasks' },
  { name: 'after', value: 'TASK', help: 'right after this one', choices: 'tasks' },
  { name: 'under', value: 'TASK', help: 'as a subtask of this one', choices: 'tasks' },
  {
    name: 'section',
    short: 's',
    value: 'NAME',
    help: 'to the end of this section',
    choices: 'sections',
  },
  NEW_SECTION_FLAG,
  { name: 'first', help: 'before the others' },
  { name: 'last', help: 'after the others' },
  { name: 'top', help: 'out of its parent' },
  DRY_RUN_FLAG,
];

export const mv: CommandDefinition = {
  usage: 'TASK [flags]',
  output: 'text',
  about:
    'Move a task with its subtasks: next to another one, under a parent, or to another section.',
  examples: [
    { line: 'ltp mv t_editor --before t_parser', what: 'in front of another one' },
    { line: 'ltp mv t_editor --section Later', what: 'to another section' },
    { line: 'ltp mv t_bodies --top', what: 'out of its parent' },
  ],
  flags: FLAGS,
  positionals: ['task…'],
  run: async (context) => {
    const { line } = context;
    const relation = RELATIONS.find(([flag]) => line.flags.has(flag));
    const words = (text: string) => ({ words: text.split(/\s+/), planId: namedPlan(context) });
    const data = await readProject(context, {
      tasks: { words: context.words, planId: namedPlan(context) },
      ...(relation && { otherTasks: [words(lastValue(line, relation[0]) ?? '')] }),
    });
    const row = onlyTask(context, data.found);
    const [target] = data.otherTasks;
    const { args, phrase } = await moveOf(context, row, relation, target);
    if (isDryRun(context)) return replyDryRun(context, [{ name: 'task_move', args }]);
    const result = await context.tool('task_move', args);
    const after = await readProjectData(context);
    const moved = after.task(row) ?? row;
    await reply(context, {
      json: () => ({
        ...wroteJson(moved, result),
        ...(result.changeId === undefined && { unchanged: true }),
        sectionPath: moved.sectionPath,
        ...(moved.parentId !== undefined && { parentId: moved.parentId }),
      }),
      lines: (screen) => [
        ...wroteLines(
          after,
          moved,
          result.changeId === undefined ? 'was already there' : phrase,
          screen,
        ),
        ...adoptedFacts(after, row.planId, result),
      ],
    });
    return ExitCode.done;
  },
};

interface Move {
  args: Record<string, unknown>;
  phrase: string;
}

async function moveOf(
  context: CommandContext,
  row: Row,
  relation: (typeof RELATIONS)[number] | undefined,
  target: Row | undefined,
): Promise<Move> {
  const { line } = context;
  const base = { planId: row.planId, taskId: row.id };
  const [isFirst, isLast, isTop] = ['first', 'last', 'top'].map((name) => isOn(line, name));
  const section = lastValue(line, 'section');
  const position = isFirst ? { position: 'first' } : { position: 'last' };
  const place = isFirst ? ' to the start' : '';
  if (relation && target) {
    if (target.planId !== row.planId) {
      throw new Failure(
        `${target.short} is in ${target.planId}, and ${row.short} in ${row.planId}`,
        {
          code: 'INVALID_ARGUMENT',
        },
      );
    }
    const isUnder = relation[0] === 'under';
    return {
      args: { ...base, [relation[1]]: target.id, ...(isUnder && position) },
      phrase: `moved ${relation[0]} …${target.short} ${escapeControl(target.title)}`,
    };
  }
  if (section !== undefined) {
    const example = `ltp mv ${row.short}`;
    const create = isOn(line, 'new-section');
    const { sectionPath = [] } = await sectionData(context, row.planId, section, {
      create,
      example,
    });
    return {
      args: { ...base, sectionPath, ...position },
      phrase: `moved to ${[row.planId, ...sectionPath].map(escapeControl).join(' › ')}`,
    };
  }
  if (isTop) {
    return {
      args: { ...base, ...(isFirst || isLast ? position : {}), clear: ['parent'] },
      phrase: 'moved out of its parent',
    };
  }
  if (isFirst || isLast)
    return { args: { ...base, ...position }, phrase: `moved${place || ' to the end'}` };
  throw new UsageError(
    'Where to? Use --before, --after, --under TASK, --section NAME, --first, --last or --top',
  );
}
