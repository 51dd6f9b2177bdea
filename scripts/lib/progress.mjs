/** Shows long tasks on stderr. A task that ends at once is never mentioned, so that a run with nothing to do is silent. */

const SILENT_MS = 500;
const REMINDER_MS = 10_000;

/** @param {number} since from performance.now() */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * @template T
 * @param {string} title
 * @param {(onLine: (line: string) => void) => Promise<T>} work receives a function for the latest line to show
 * @returns {Promise<T>}
 */
export async function task(title, work) {
  const start = performance.now();
  let latest = '';
  let shown = false;
  const announce = setTimeout(() => {
    shown = true;
    console.error(`  ${title} …`);
  }, SILENT_MS);
  const remind = setInterval(() => {
    const what = latest === '' ? '' : ` (${latest.slice(0, 60)})`;
    console.error(`  ${title} … ${seconds(start)}${what}`);
  }, REMINDER_MS);
  try {
    const result = await work((line) => {
      latest = line;
    });
    if (shown) console.error(`  ${title}: done in ${seconds(start)}`);
    return result;
  } catch (error) {
    console.error(`  ${title}: failed after ${seconds(start)}`);
    throw error;
  } finally {
    clearTimeout(announce);
    clearInterval(remind);
  }
}
