import { accessSync, constants } from 'node:fs';
import { chromium } from '@playwright/test';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The installed browser: `CHROMIUM_PATH`, the system's Chromium or Chrome, the one that Playwright
 * downloaded; undefined without any.
 */
export function installedChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ];
  return candidates.find((file) => file && isExecutable(file));
}

/** The same. Throws with what to do when there is none. */
export function findChromium(): string {
  const found = installedChromium();
  if (found) return found;
  throw new Error(
    'No Chromium is installed. Run `npx playwright install --with-deps chromium`, or install it with the system (`sudo apt-get install -y chromium`), or set CHROMIUM_PATH.',
  );
}
