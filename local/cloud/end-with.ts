import { LocalFailure } from './failure.ts';

/** Runs a command. Sets the exit code to 0, or to 1 if it fails, and then prints what failed, why, and what to do. */
export async function endWith(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const text =
      error instanceof LocalFailure
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    process.stderr.write(`\n${text}\n`);
    process.exitCode = 1;
  }
}
