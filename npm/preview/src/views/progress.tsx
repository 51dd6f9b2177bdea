/** The progress of each section. */
import { Progress } from '../parts.tsx';
import { VirtualList } from '../virtual-list.tsx';
import type { ViewProps } from './view.ts';

export function ProgressView({ model, rowHeight }: ViewProps) {
  const { sections, stats, title } = model.outline;
  const shown = [...sections.keys()].filter((index) => (sections[index]?.level ?? 0) > 1);
  return (
    <div class="sections">
      <p class="total">
        <strong>{title ?? model.planId}</strong>
        <Progress done={stats.done} total={stats.total} label="All tasks" />
        <span>
          {stats.todo} to do, {stats.doing} doing, {stats.done} done
        </span>
      </p>
      <VirtualList
        id="sections"
        label="Sections"
        role="list"
        count={shown.length}
        rowHeight={rowHeight}
      >
        {(index) => {
          const number = shown[index] ?? -1;
          const section = sections[number];
          const { done = 0, total = 0 } = model.progress[number] ?? {};
          if (!section) return null;
          return (
            <div class="line">
              <span class={`indent i${Math.min(section.level - 2, 8)}`} />
              <span class="title">{section.name}</span>
              <Progress done={done} total={total} label={section.name} />
            </div>
          );
        }}
      </VirtualList>
    </div>
  );
}
