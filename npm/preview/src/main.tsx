/** Starts the page: with the server that it came from, with the plan that it contains, or with a file that the user opens. */
import { render } from 'preact';
import { containedPlan } from './sources/contained-plan.ts';
import { type FileHandle, filePlans } from './sources/file-plans.ts';
import { loadCore } from './sources/load-core.ts';
import { serverPlans } from './sources/server-plans.ts';
import { readDisplay } from './state/display.ts';
import { followKeys } from './state/keys.ts';
import { openSource } from './state/live.ts';
import { followAddress, go } from './state/navigation.ts';
import { tools } from './state/store.ts';
import { showError } from './state/toasts.ts';
import { App } from './ui/app.tsx';

const isServed = document.documentElement.dataset.mode === 'server';
const root = document.getElementById('app') ?? document.body;

readDisplay();
followAddress();
const { functions, htmlOf, wasm } = await loadCore();
tools.value = {
  functions,
  htmlOf,
  ...(!isServed && { openFile: () => void openFile().catch(showError) }),
};
render(<App />, root);
followKeys();

if (isServed) {
  await openSource(await serverPlans());
} else {
  const contained = containedPlan();
  if (contained) open(contained);
  acceptDrops();
}

interface Pickers {
  showOpenFilePicker?(options: object): Promise<FileHandle[]>;
}

function open(file: File | FileHandle): void {
  const opened = filePlans(file, wasm);
  go({ planId: opened.planId }, { replace: true });
  openSource(opened).catch(showError);
}

async function openFile(): Promise<void> {
  const { showOpenFilePicker } = window as Pickers;
  if (showOpenFilePicker) {
    try {
      const types = [{ description: 'Plans', accept: { 'text/markdown': ['.md', '.markdown'] } }];
      const [handle] = await showOpenFilePicker.call(window, { types });
      if (handle) open(handle);
    } catch (error) {
      // The user closed the dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return;
  }
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.md,.markdown,text/markdown';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) open(file);
  });
  input.click();
}

function acceptDrops(): void {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    const [item] = event.dataTransfer?.items ?? [];
    if (item?.kind !== 'file') return;
    event.preventDefault();
    const file = item.getAsFile();
    const handle = await (
      item as { getAsFileSystemHandle?(): Promise<FileHandle & { kind: string }> }
    ).getAsFileSystemHandle?.();
    if (handle?.kind === 'file') open(handle);
    else if (file) open(file);
  });
}
