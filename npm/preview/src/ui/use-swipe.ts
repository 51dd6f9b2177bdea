/** Touch gestures of a row: swiping to either side, and resting on it. */

interface Gestures {
  right(): void;
  left(element: Element): void;
  hold(): void;
}

const DISTANCE = 72;
const HOLD_MS = 500;
/** A finger that moves more than this does not rest. */
const REST = 8;

export function useSwipe({ right, left, hold }: Gestures) {
  return {
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      if (event.pointerType !== 'touch') return;
      const row = event.currentTarget;
      const [startX, startY] = [event.clientX, event.clientY];
      const timer = setTimeout(() => {
        stop();
        hold();
        // The finger is still down; its click would open the task.
        addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener('click', swallow, { capture: true }), 1000);
      }, HOLD_MS);
      const move = ({ clientX, clientY }: PointerEvent) => {
        const [x, y] = [clientX - startX, clientY - startY];
        if (Math.hypot(x, y) > REST) clearTimeout(timer);
        row.style.setProperty(
          '--swipe',
          Math.abs(x) > Math.abs(y) * 2 ? `${Math.max(-90, Math.min(90, x))}px` : '0px',
        );
      };
      const up = ({ clientX, clientY }: PointerEvent) => {
        stop();
        const [x, y] = [clientX - startX, Math.abs(clientY - startY)];
        if (x > DISTANCE && y < DISTANCE / 2) right();
        if (x < -DISTANCE && y < DISTANCE / 2) left(row);
      };
      const stop = () => {
        clearTimeout(timer);
        row.style.removeProperty('--swipe');
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', up);
        removeEventListener('pointercancel', stop);
      };
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
      addEventListener('pointercancel', stop);
    },
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
