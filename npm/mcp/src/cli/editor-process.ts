import { spawn } from 'node:child_process';

/** Runs a command line of the user's shell with a file as its last argument. */
export function runEditor(editor: string, file: string): Promise<number> {
  const quoted = process.platform === 'win32' ? `"${file}"` : `'${file.replaceAll("'", `'\\''`)}'`;
  return new Promise((resolve) => {
    const child = spawn(`${editor} ${quoted}`, { shell: true, stdio: 'inherit' });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}
