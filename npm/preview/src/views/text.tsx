/** The file's text, with diagnostics at their lines. */
import type { Diagnostic } from 'long-term-plan-core/slim';
import { useMemo } from 'preact/hooks';
import { VirtualList } from '../virtual-list.tsx';
import type { ViewProps } from './view.ts';

type Row = { line: number } | { finding: Diagnostic; isError: boolean };

export function TextView({ model, state, rowHeight }: ViewProps) {
  const { lines, rows } = useMemo(() => {
    const lines = model.text.split(/\r\n|\n|\r/);
    const at = new Map<number, Row[]>();
    const { errors, warnings } = model.findings;
    for (const [findings, isError] of [
      [errors, true],
      [warnings, false],
    ] as const) {
      for (const finding of findings) {
        const known = at.get(finding.line) ?? [];
        at.set(finding.line, [...known, { finding, isError }]);
      }
    }
    const rows: Row[] = lines.flatMap((_, index) => [
      { line: index + 1 },
      ...(at.get(index + 1) ?? []),
    ]);
    return { lines, rows };
  }, [model]);
  const wanted = state.line;
  const reveal =
    wanted === undefined ? -1 : rows.findIndex((row) => 'line' in row && row.line === wanted);
  return (
    <VirtualList
      id="text"
      label="The file, line by line"
      role="list"
      count={rows.length}
      rowHeight={Math.min(rowHeight, 26)}
      reveal={reveal < 0 ? undefined : Math.min(reveal + 2, rows.length - 1)}
    >
      {(index) => {
        const row = rows[index];
        if (row === undefined) return null;
        if ('line' in row) {
          return (
            <div class={`source ${row.line === wanted ? 'active' : ''}`}>
              <span class="number">{row.line}</span>
              <code>{lines[row.line - 1]}</code>
            </div>
          );
        }
        const { code, message } = row.finding;
        return (
          <div class={`source finding ${row.isError ? 'error' : 'warning'}`} title={message}>
            <span class="number">{row.isError ? '✖' : '▲'}</span>
            <span>
              {row.isError ? 'Error' : 'Warning'} {code}: {message}
            </span>
          </div>
        );
      }}
    </VirtualList>
  );
}
