/** `npm run setup`: gets everything that building and testing need, without building or testing. */

import { main } from './lib/main.mjs';
import { BROWSER_REMEDY } from './lib/needs/browser.mjs';
import { setUp, whileOthersWait } from './lib/set-up.mjs';

await main(async () => {
  const { browser } = await whileOthersWait(() => setUp({ forTests: true }));
  console.error(
    browser === undefined
      ? `All is set up but the browser for the tests: ${BROWSER_REMEDY}`
      : 'All is set up.',
  );
});
