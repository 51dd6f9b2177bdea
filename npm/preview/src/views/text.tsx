/** The file's text, with diagnostics at their lines. */
import type { Diagnostic } from 'long-term-plan-core/slim';
import { useCallback, useMemo } from 'preact/hooks';
import { address, model } from '../state/store.ts';
import { Icon } from '../ui/parts.tsx';
import { useMedia } from '../ui/use-media.ts';
import { VirtualList } from '../ui/virtual.tsx';

type Row = { line: number } | { finding: Diagnostic; isError: boolean };

const LINE_HEIGHT = 22;

export function Text() {
  const plan = model.value;
  const isPhone = useMedia('(max-width: 640px)');
  const { lines, rows, keys } = useMemo(() => {
    const lines = plan?.text.split(/\r\n|\n|\r/) ?? [];
    const at = new Map<number, Row[]>();
    const { errors = [], warnings = [] } = plan?.findings ?? {};
    for (const [findings, isError] of [
      [errors, true],
      [warnings, false],
    ] as const) {
      for (const finding of findings) {
        at.set(finding.line, [...(at.get(finding.line) ?? []), { finding, isError }]);
      }
    }
    const rows: Row[] = lines.flatMap((_, index) => [
      { line: index + 1 },
      ...(at.get(index + 1) ?? []),
    ]);
    const keys = rows.map((row, index) =>
      'line' in row ? `line ${row.line}` : `finding ${index}`,
    );
    return { lines, rows, keys };
  }, [plan]);
  const estimate = useCallback(() => LINE_HEIGHT, []);
  const wanted = address.value.line;
  return (
    <VirtualList
      class="text-scroll"
      attributes={{
        role: 'list',
        class: 'space',
        'aria-label': 'The file, line by line',
        tabIndex: '0',
      }}
      itemRole="listitem"
      keys={keys}
      estimate={estimate}
      isMeasured={isPhone}
      reveal={wanted > 0 ? `line ${wanted}` : undefined}
    >
      {(index) => {
        const row = rows[index];
        if (row === undefined) return null;
        if ('line' in row) {
          return (
            <div class={`source ${row.line === wanted ? 'wanted' : ''}`}>
              <span class="ln">{row.line}</span>
              <code>{lines[row.line - 1]}</code>
            </div>
          );
        }
        const { code, message } = row.finding;
        return (
          <div class={`source finding ${row.isError ? 'bad' : 'warn'}`} title={message}>
            <span class="ln">
              <Icon name="warning" />
            </span>
            <span class="cut">
              {row.isError ? 'Error' : 'Warning'} {code}: {message}
            </span>
          </div>
        );
      }}
    </VirtualList>
  );
}
