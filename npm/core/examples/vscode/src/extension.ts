/** Shows what is wrong with a plan while it is edited, and cycles the status of the task at the cursor. */
import {
  applyEdit,
  type Diagnostic,
  type Diagnostics,
  PlanError,
  parse,
  type Status,
  validate,
} from 'long-term-plan-core';
import * as vscode from 'vscode';

const NEXT: Record<Status, Status> = { todo: 'doing', doing: 'done', done: 'todo' };

export function activate(context: vscode.ExtensionContext): void {
  const shown = vscode.languages.createDiagnosticCollection('long-term-plan');
  const check = (document: vscode.TextDocument) => {
    if (isPlan(document)) shown.set(document.uri, diagnostics(validate(document.getText())));
  };
  vscode.workspace.textDocuments.forEach(check);
  context.subscriptions.push(
    shown,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => shown.delete(uri)),
    vscode.commands.registerCommand('planExample.cycleStatus', cycleStatus),
  );
}

/** Any Markdown file could contain the header; `validate` checks it. */
function isPlan(document: vscode.TextDocument): boolean {
  return (
    document.languageId === 'markdown' && document.getText().includes('long-term-plan:format=')
  );
}

function diagnostics({ errors, warnings }: Diagnostics): vscode.Diagnostic[] {
  const made = (severity: vscode.DiagnosticSeverity) => (finding: Diagnostic) => {
    const { line, column = 1, endColumn = Number.MAX_SAFE_INTEGER, message, code } = finding;
    const range = new vscode.Range(line - 1, column - 1, line - 1, endColumn - 1);
    const diagnostic = new vscode.Diagnostic(range, message, severity);
    diagnostic.code = code;
    diagnostic.source = 'long-term-plan';
    return diagnostic;
  };
  return [
    ...errors.map(made(vscode.DiagnosticSeverity.Error)),
    ...warnings.map(made(vscode.DiagnosticSeverity.Warning)),
  ];
}

async function cycleStatus(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const { document, selection } = editor;
  const text = document.getText();
  const task = parse(text).tasks.findLast(({ line }) => line <= selection.active.line + 1);
  if (task === undefined || task.endLine < selection.active.line + 1) return;
  try {
    const op = { op: 'update', taskId: task.id, status: NEXT[task.status] } as const;
    const { changedRanges } = applyEdit(text, op);
    await editor.edit((change) => {
      for (const { start, end, text: replacement } of changedRanges) {
        const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
        change.replace(range, replacement);
      }
    });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    await vscode.window.showErrorMessage(error.message);
  }
}
