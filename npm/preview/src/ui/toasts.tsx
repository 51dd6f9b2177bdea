/** Short messages at the bottom left, each with one action. */
import { useEffect, useRef } from 'preact/hooks';
import { type Toast, toasts } from '../state/store.ts';
import { removeToast } from '../state/toasts.ts';
import { Icon, IconButton } from './parts.tsx';

export function Toasts() {
  const errors = toasts.value.filter(({ kind }) => kind === 'error');
  const others = toasts.value.filter(({ kind }) => kind !== 'error');
  return (
    <div class="toasts">
      <div role="status">
        {others.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="alert">
        {errors.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

const LASTS: Record<Toast['kind'], number | undefined> = {
  own: 6000,
  notice: 8000,
  error: undefined,
};

function ToastLine({ toast }: { toast: Toast }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const lasts = LASTS[toast.kind];
    if (lasts === undefined) return;
    let left = lasts;
    // It stays while someone points at it or has the focus in it.
    const timer = setInterval(() => {
      if (line.current?.matches(':hover, :focus-within')) return;
      left -= 500;
      if (left <= 0) removeToast(toast.id);
    }, 500);
    return () => clearInterval(timer);
  }, []);
  const { by, text, action, kind, id } = toast;
  return (
    <div class="toast" ref={line}>
      {kind === 'error' && <Icon name="warning" />}
      {kind === 'notice' && text.startsWith('finished') && <Icon name="done" class="st-done" />}
      <p>
        {by && <b>{by} </b>}
        {text}
      </p>
      {action && (
        <button
          type="button"
          onClick={() => {
            removeToast(id);
            action.run();
          }}
        >
          {action.label === 'Undo' && <Icon name="undo" />}
          {action.label}
        </button>
      )}
      {kind === 'error' && (
        <IconButton icon="close" label="Close the message" onClick={() => removeToast(id)} />
      )}
    </div>
  );
}
