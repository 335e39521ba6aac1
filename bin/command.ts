/** Exit codes: 0 success, 1 the command found a problem, 2 wrong usage, 3 a service or file of the environment is missing. */
export const exitCodes = { ok: 0, finding: 1, usage: 2, environment: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly color: boolean;
}

/** Options of one command, in addition to those of every command (`--tenant`, `--tenants`, `--json`, `--help`). */
export type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly says: string }>>;

export interface Given {
  /** Arguments after the command's name that are not options. */
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly tenant: string;
  /** Folder that holds one folder for each tenant. */
  readonly tenantsDir: string;
  readonly json: boolean;
}

export interface Command {
  readonly summary: string;
  /** Placeholders that the help prints after `logic-plane <noun> <verb>`. */
  readonly operands: string;
  /** Complete command lines that work, without `npx`. */
  readonly examples: readonly string[];
  readonly options?: Options;
  run(given: Given, io: Io): Promise<ExitCode>;
}

/** First word of a command line. It is a command itself, or it has verbs, and each verb is a command. */
export type Noun = Command | { readonly summary: string; readonly verbs: Readonly<Record<string, Command>> };
