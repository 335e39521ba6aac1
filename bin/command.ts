/** 0 fine, 1 a finding, 2 asked wrongly, 3 something around us is missing. */
export const exitCodes = { ok: 0, finding: 1, usage: 2, environment: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly color: boolean;
}

/** Options that a command takes beside those that all take (`--tenant`, `--tenants`, `--json`, `--help`). */
export type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly says: string }>>;

export interface Given {
  /** What stands after the command, without options. */
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly tenant: string;
  /** The folder of the tenants' folders. */
  readonly tenantsDir: string;
  readonly json: boolean;
}

export interface Command {
  readonly summary: string;
  /** After `logic-plane <noun> <verb>`. */
  readonly operands: string;
  /** Whole command lines that work. */
  readonly examples: readonly string[];
  readonly options?: Options;
  run(given: Given, io: Io): Promise<ExitCode>;
}

/** A noun is one command, or verbs with a command each. */
export type Noun = Command | { readonly summary: string; readonly verbs: Readonly<Record<string, Command>> };
