import { getCedarVersion } from '@cedar-policy/cedar-wasm/nodejs';

/** A handler that uses the PDP's library, so that its bundle needs Cedar's WebAssembly. */
export const handler = async (): Promise<string> => getCedarVersion();
