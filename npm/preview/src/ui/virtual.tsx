/**
 * A list that renders only visible rows, each at its own height: estimated until it was seen, then measured. The row with the
 * keyboard focus is always rendered, so the focus is never lost by scrolling.
 */
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

interface Props {
  class?: string;
  /** Attributes of the list itself. */
  attributes: Record<string, string | boolean | undefined>;
  /** What a wrapper of a row is; `none` if the row has its own role. */
  itemRole: 'none' | 'listitem';
  keys: readonly string[];
  estimate: (index: number) => number;
  /** Key of the row with the keyboard focus. */
  active?: string;
  /** The list scrolls to this key when it changes. */
  reveal?: string | undefined;
  /** Shown above the rows, and scrolled with them. */
  head?: ComponentChildren;
  foot?: ComponentChildren;
  /** Whether the heights of rows can differ from the estimate. */
  isMeasured?: boolean;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  children: (index: number) => ComponentChildren;
}

/** Pixels beyond the edges, for quick scrolling. */
const SPARE = 280;

export function VirtualList(props: Props) {
  const {
    keys,
    estimate,
    active,
    reveal,
    head,
    foot,
    children,
    itemRole,
    isMeasured = false,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [view, setView] = useState({ top: 0, height: 800 });
  const [version, setVersion] = useState(0);

  const offsets = useMemo(() => {
    const sums = new Float64Array(keys.length + 1);
    for (let index = 0; index < keys.length; index++) {
      const known = isMeasured ? heights.current.get(keys[index] ?? '') : undefined;
      sums[index + 1] = (sums[index] ?? 0) + (known ?? estimate(index));
    }
    return sums;
  }, [keys, estimate, version, isMeasured]);

  const look = () => {
    const element = scroller.current;
    if (!element) return;
    const top = element.scrollTop - (space.current?.offsetTop ?? 0);
    setView((old) =>
      Math.abs(old.top - top) < 40 && old.height === element.clientHeight
        ? old
        : { top, height: element.clientHeight },
    );
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);

  const wanted = reveal ?? active;
  useLayoutEffect(() => {
    const element = scroller.current;
    const index = wanted === undefined ? -1 : keys.indexOf(wanted);
    if (!element || index < 0) return;
    const start = (offsets[index] ?? 0) + (space.current?.offsetTop ?? 0);
    const end = (offsets[index + 1] ?? 0) + (space.current?.offsetTop ?? 0);
    if (start < element.scrollTop) element.scrollTop = index === 0 ? 0 : start - 44;
    else if (end > element.scrollTop + element.clientHeight)
      element.scrollTop = end - element.clientHeight + 8;
    look();
  }, [wanted, keys]);

  // Rows are measured after they are drawn; one that is not as high as estimated moves those below it.
  useLayoutEffect(() => {
    if (!isMeasured || !space.current) return;
    let isOther = false;
    for (const row of space.current.children as Iterable<HTMLElement>) {
      const key = row.dataset.key ?? '';
      const height = row.firstElementChild instanceof HTMLElement ? row.offsetHeight : 0;
      if (height > 0 && heights.current.get(key) !== height) {
        heights.current.set(key, height);
        isOther = true;
      }
    }
    if (isOther) setVersion((old) => old + 1);
  });

  const first = Math.max(0, upperBound(offsets, view.top - SPARE) - 1);
  const last = Math.min(keys.length, upperBound(offsets, view.top + view.height + SPARE));
  const shown: number[] = [];
  for (let index = first; index < last; index++) shown.push(index);
  const activeIndex = active === undefined ? -1 : keys.indexOf(active);
  if (activeIndex >= 0 && (activeIndex < first || activeIndex >= last)) shown.push(activeIndex);

  return (
    <div class={`scroll ${props.class ?? ''}`} ref={scroller} onScroll={look}>
      {head}
      <div
        class="space"
        ref={space}
        {...props.attributes}
        style={{ height: `${offsets[keys.length] ?? 0}px` }}
        onKeyDown={props.onKeyDown}
      >
        {shown.map((index) => (
          <div
            class="at"
            key={keys[index]}
            data-key={keys[index]}
            role={itemRole}
            style={{
              transform: `translateY(${offsets[index] ?? 0}px)`,
              ...(!isMeasured && {
                height: `${(offsets[index + 1] ?? 0) - (offsets[index] ?? 0)}px`,
              }),
            }}
          >
            {children(index)}
          </div>
        ))}
      </div>
      {foot}
    </div>
  );
}

/** The first index whose offset is greater than the value. */
function upperBound(offsets: Float64Array, value: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
