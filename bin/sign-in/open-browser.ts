import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of the person. If there is no browser, the person opens the printed address. */
export function openBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const started = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  started.on('error', () => undefined);
  started.unref();
}
