/** Starts the page: with the server that it came from, or with a file that the user opens or drops. */
import { render } from 'preact';
import { App } from './app.tsx';
import { Controller, type State, VIEWS, type View } from './controller.ts';
import { type FileHandle, filePlans } from './file-plans.ts';
import { loadCore } from './load-core.ts';
import { serverPlans } from './server-plans.ts';

const isServed = document.documentElement.dataset.mode === 'server';
const root = document.getElementById('app') ?? document.body;

const { functions, htmlOf, wasm } = await loadCore();
const controller = new Controller(functions, htmlOf, draw);

function draw(state: State): void {
  const { model, view } = state;
  document.title = model ? (model.outline.title ?? model.planId) : 'Plans';
  // The address contains what is shown, for bookmarks and reloads.
  if (isServed && model) history.replaceState(null, '', `#${model.planId}/${view}`);
  render(<App controller={controller} state={state} {...(!isServed && { openFile })} />, root);
}

if (isServed) {
  const [planId, view] = location.hash.slice(1).split('/');
  if (VIEWS.some((known) => known === view)) controller.state.view = view as View;
  draw(controller.state);
  await controller.open(await serverPlans(), planId);
} else {
  draw(controller.state);
  acceptDrops();
}

interface Pickers {
  showOpenFilePicker?(options: object): Promise<FileHandle[]>;
}

const open = (file: File | FileHandle) => void controller.open(filePlans(file, wasm));

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
