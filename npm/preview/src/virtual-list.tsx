/** A list that renders only visible rows. All rows have the same height, so their number does not matter. */
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props {
  id: string;
  label: string;
  role: 'tree' | 'listbox' | 'list';
  count: number;
  rowHeight: number;
  /** Index of the row with the keyboard focus. */
  active?: number;
  /** The list scrolls to this row when it changes. */
  reveal?: number | undefined;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  children: (index: number) => ComponentChildren;
}

/** Rows beyond the edges, for quick scrolling. */
const SPARE = 8;

export function VirtualList(props: Props) {
  const { id, label, role, count, rowHeight, active, reveal, onKeyDown, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const seen = reveal ?? active;
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || seen === undefined) return;
    const start = seen * rowHeight;
    if (start < element.scrollTop) element.scrollTop = start;
    else if (start + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = start + rowHeight - element.clientHeight;
    }
    setTop(element.scrollTop);
  }, [seen, rowHeight]);

  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - SPARE, count - 1));
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE);
  const rows = [];
  for (let index = first; index < last; index++) {
    rows.push(
      <div
        class="row"
        key={index}
        role={role === 'list' ? 'listitem' : 'presentation'}
        style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
      >
        {children(index)}
      </div>,
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: which role it has is up to the view
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: all three roles have a name
    <div
      class="list"
      ref={list}
      id={id}
      role={role}
      aria-label={label}
      aria-activedescendant={active === undefined || count === 0 ? undefined : `${id}-${active}`}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div class="space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {rows}
      </div>
    </div>
  );
}
