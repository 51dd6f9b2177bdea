/** Dragging rows and cards, with mouse, pen and touch. */
import { signal } from '@preact/signals';
import type { Task } from 'long-term-plan-core/slim';

/** Where what is dragged would go. */
export interface DropPlace {
  /** The row or card it is at. */
  key: string;
  where: 'before' | 'after' | 'under' | 'into';
}

export interface Dragging {
  tasks: Task[];
  x: number;
  y: number;
  place: DropPlace | undefined;
}

export const dragging = signal<Dragging | undefined>(undefined);

interface DragOptions {
  tasks: () => Task[];
  /** Finds the place for a position; the element is the one below the pointer. */
  placeAt(element: Element, x: number, y: number): DropPlace | undefined;
  drop(tasks: Task[], place: DropPlace): void;
}

/** How far a pointer moves before it drags. */
const THRESHOLD = 5;
/** How long a finger rests before it drags; earlier it scrolls. */
const HOLD_MS = 300;
const EDGE = 48;

/** Starts at `pointerdown`. */
export function startDrag(event: PointerEvent, options: DragOptions): void {
  if (event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  const isTouch = event.pointerType === 'touch';
  const origin = event.target as Element;
  const scroller = origin.closest('.scroll');
  let isDragging = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = () => {
    isDragging = true;
    dragging.value = { tasks: options.tasks(), ...start, place: undefined };
  };
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    const distance = Math.hypot(x - start.x, y - start.y);
    if (!isDragging) {
      if (isTouch) {
        // The finger scrolls.
        if (distance > THRESHOLD * 2) end();
        return;
      }
      if (distance < THRESHOLD) return;
      begin();
    }
    const below = document.elementFromPoint(x, y);
    const place = below ? options.placeAt(below, x, y) : undefined;
    const now = dragging.value;
    if (now) dragging.value = { ...now, x, y, place };
    const box = (below?.closest('.scroll') ?? scroller)?.getBoundingClientRect();
    const scrolled = below?.closest('.scroll') ?? scroller;
    if (box && y < box.top + EDGE) scrolled?.scrollBy(0, -12);
    if (box && y > box.bottom - EDGE) scrolled?.scrollBy(0, 12);
  };
  const up = () => {
    const now = dragging.value;
    const wasDragging = isDragging;
    end();
    if (!wasDragging || !now) return;
    // The click that follows would open the task.
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    if (now.place) options.drop(now.tasks, now.place);
  };
  const key = (pressed: KeyboardEvent) => {
    if (pressed.key === 'Escape') {
      pressed.stopPropagation();
      end();
    }
  };
  const hold = (touch: TouchEvent) => {
    if (isDragging) touch.preventDefault();
  };
  const end = () => {
    clearTimeout(timer);
    isDragging = false;
    dragging.value = undefined;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', end);
    removeEventListener('keydown', key, { capture: true });
    removeEventListener('touchmove', hold);
    removeEventListener('contextmenu', swallow);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', end);
  addEventListener('keydown', key, { capture: true });
  if (!isTouch) return;
  addEventListener('touchmove', hold, { passive: false });
  addEventListener('contextmenu', swallow);
  timer = setTimeout(begin, HOLD_MS);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Which half of an element a position is in. */
export function halfOf(element: Element, y: number): 'before' | 'after' {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2 ? 'before' : 'after';
}
