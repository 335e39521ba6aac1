import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Path of the Chromium of Debian's packages. */
export const chromiumPath = '/usr/bin/chromium';

/** Starts Chromium without its own requests to the network. @throws Error that says how to install it */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(chromiumPath))
    throw new Error(`There is no ${chromiumPath}. Run npm run test:browser, which says how to install it.`);
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
