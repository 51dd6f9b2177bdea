import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText, toolsDir, which } from '../project.mjs';
import { installOnDebian } from './debian.mjs';

/**
 * @typedef {{ chrome: string, driver: string }} Browser
 */

/** Where Chrome is installed on systems that do not put it on the PATH. */
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap(
    (folder) =>
      folder === undefined ? [] : [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')],
  ),
];

export const BROWSER_REMEDY =
  'install Chromium or Chrome and a chromedriver of the same version so that both are on the PATH, or name them ' +
  'in CHROME_PATH and CHROMEDRIVER. Debian: `sudo apt-get install chromium chromium-driver`; ' +
  'macOS: `brew install --cask google-chrome chromedriver`.';

/** @returns {Browser | undefined} */
export function findBrowser() {
  const chrome = firstExisting([
    process.env.CHROME_PATH,
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'].map(
      which,
    ),
    ...USUAL_PLACES,
  ]);
  const driver = firstExisting([
    process.env.CHROMEDRIVER,
    which('chromedriver'),
    // GitHub Actions sets this to the folder.
    process.env.CHROMEWEBDRIVER && join(process.env.CHROMEWEBDRIVER, 'chromedriver'),
  ]);
  return chrome === undefined || driver === undefined ? undefined : { chrome, driver };
}

/** @param {(string | undefined)[]} files */
const firstExisting = (files) => files.find((file) => file !== undefined && existsSync(file));

/** @returns {Promise<Browser | undefined>} */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  await installOnDebian('Chromium', ['chromium', 'chromium-driver']);
  return findBrowser();
}

/**
 * The settings of `wasm-pack test` for this browser: core/webdriver.json with the path of the browser.
 * @param {Browser} browser
 * @returns {string} the file
 */
export function writeWebdriverSettings({ chrome }) {
  const settings = JSON.parse(readText('core/webdriver.json'));
  settings['goog:chromeOptions'].binary = chrome;
  const file = join(toolsDir, 'webdriver.json');
  mkdirSync(toolsDir, { recursive: true });
  writeFileSync(file, JSON.stringify(settings, null, 2));
  return file;
}
