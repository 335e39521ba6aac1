import type { CheckedSignature } from '../../signature/checked.ts';
import type { LoadedFile, Tenant } from '../tenant.ts';
import type { ToolFile } from '../schemas/tool-file.ts';
import type { NameCheck } from './names.ts';

/** A tenant whose files are read, and where its problems are told. */
export interface TenantCheck {
  readonly tenant: Tenant;
  /** By `tool@version`, and by `ontology/<Type>`. Without those that are malformed, which have their own problems. */
  readonly signatures: ReadonlyMap<string, CheckedSignature>;
  readonly check: NameCheck;
}

/** One tool of it, whose settings are valid. */
export interface ToolCheck extends TenantCheck {
  readonly file: LoadedFile<ToolFile>;
  /** The deployed function that serves it. */
  readonly function: string;
  /** Undefined if it is malformed. */
  readonly signature: CheckedSignature | undefined;
}
