/** A project without plans, and a page from disk without a file: what to do first. */
import { copyText } from '../state/edits.ts';
import { source, tools } from '../state/store.ts';
import { NewPlanForm } from './dialogs.tsx';
import { Icon, IconButton } from './parts.tsx';

const PROMPT = 'Plan the next release with long-term-plan, then start on the first task.';

export function EmptyProject() {
  return (
    <>
      <header class="top">
        <span class="brand">
          <Icon name="logo" />
          {source.value?.project}
        </span>
        <span class="path">{source.value?.place}</span>
      </header>
      <main class="main center scroll" id="main" tabIndex={-1}>
        <div class="start">
          <div>
            <h1>No plans yet</h1>
            <p class="lead">
              A plan is a Markdown file in your repository that you and your coding agents share.
              Everyone sees every change here as it happens.
            </p>
          </div>
          {!source.value?.readOnly && (
            <div class="sheet pad">
              <NewPlanForm label="Name of the first plan" created={() => {}} />
            </div>
          )}
          <div class="ways">
            <Way
              icon="import"
              title="Bring a list you already have"
              text="TODO.md, Backlog.md, Taskwarrior, GitHub issues and others."
              command="ltp import TODO.md"
            />
            <Way
              icon="agent"
              title="Let your agent write it"
              text="Connect it once with ltp init, then ask:"
              command={PROMPT}
            />
          </div>
        </div>
      </main>
    </>
  );
}

function Way({
  icon,
  title,
  text,
  command,
}: {
  icon: 'import' | 'agent';
  title: string;
  text: string;
  command: string;
}) {
  return (
    <section class="way sheet">
      <Icon name={icon} />
      <h2>{title}</h2>
      <div class="way-in">
        <p>{text}</p>
        <div class="cmd">
          <code>{command}</code>
          <IconButton
            class="sm"
            icon="copy"
            label={`Copy: ${title}`}
            onClick={() => void copyText(command)}
          />
        </div>
      </div>
    </section>
  );
}

/** The page from disk, before a file is open. */
export function DropArea() {
  return (
    <main class="main center scroll" id="main" tabIndex={-1}>
      <div class="start drop-area">
        <h1>Open a plan</h1>
        <p class="lead">Drop a plan here: a Markdown file.</p>
        <button type="button" class="btn primary" onClick={() => tools.value?.openFile?.()}>
          Open a file
        </button>
        <p class="hint">Nothing leaves this machine.</p>
      </div>
    </main>
  );
}
