/** `npm run setup`: gets everything that building and testing need, without building or testing. */

import { withBuildLock } from './lib/build-lock.mjs';
import { main } from './lib/main.mjs';
import { BROWSER_REMEDY } from './lib/requirements/browser.mjs';
import { setUp, TEST_REQUIREMENTS } from './lib/setup.mjs';

await main(async () => {
  const { browser } = await withBuildLock(() => setUp(TEST_REQUIREMENTS));
  console.error(
    browser === undefined
      ? `Everything is set up except the browser for the tests: ${BROWSER_REMEDY}`
      : 'Everything is set up.',
  );
});
