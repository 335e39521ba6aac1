import type { CheckedSignature } from '../../signature/checked.ts';
import type { LoadedFile, Tenant } from '../tenant.ts';
import type { ToolFile } from '../schemas/tool-file.ts';
import type { NameCheck } from './names.ts';

/** A tenant whose files are loaded, with the collector of its problems. */
export interface TenantCheck {
  readonly tenant: Tenant;
  /**
   * Signatures by `tool@version` and `ontology/<Type>`. Malformed signatures are missing, because they are already
   * reported.
   */
  readonly signatures: ReadonlyMap<string, CheckedSignature>;
  readonly check: NameCheck;
}

/** One tool of the tenant, whose settings are valid. */
export interface ToolCheck extends TenantCheck {
  readonly file: LoadedFile<ToolFile>;
  /** Name of the deployed function that serves the tool. */
  readonly function: string;
  /** Undefined if the signature is malformed. */
  readonly signature: CheckedSignature | undefined;
}
