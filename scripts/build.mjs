/** `npm run build`: sets up what is missing and builds all packages. */

import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';

await main(async () => {
  await build('everything');
});
