/** How the page looks: remembered by the browser. */
import { type Display, display } from './store.ts';

const KEY = 'ltp-display';

export function readDisplay(): void {
  try {
    display.value = { ...display.value, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    // Something else is stored there; the defaults do.
  }
  applyDisplay();
}

export function setDisplay(changes: Partial<Display>): void {
  display.value = { ...display.value, ...changes };
  localStorage.setItem(KEY, JSON.stringify(display.value));
  applyDisplay();
}

function applyDisplay(): void {
  const { theme, density } = display.value;
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = density;
}
