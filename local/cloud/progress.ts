/** Shows a person the progress of a command: one line with its time for each step. */
export interface Progress {
  /** Runs a step under its name. `tell` shows a detail of the running step, but only on a terminal. */
  step<T>(name: string, run: (tell: (line: string) => void) => Promise<T>): Promise<T>;
}

const width = 78;

export function terminalProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const live = stream.isTTY;
  return {
    async step(name, run) {
      const since = performance.now();
      const seconds = (): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
      const tell = (line: string): void => {
        if (live) stream.write(`\r\u001b[K  … ${name}: ${line}`.slice(0, width + 4));
      };
      tell('');
      try {
        const result = await run(tell);
        stream.write(`${live ? '\r\u001b[K' : ''}  ✓ ${name.padEnd(52)} ${seconds().padStart(8)}\n`);
        return result;
      } catch (error) {
        stream.write(`${live ? '\r\u001b[K' : ''}  ✗ ${name.padEnd(52)} ${seconds().padStart(8)}\n`);
        throw error;
      }
    },
  };
}

export const silentProgress: Progress = { step: (_, run) => run(() => {}) };
