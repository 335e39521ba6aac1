import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { escapePointer } from '../../contract/values/pointers.ts';
import { remembered } from '../remembered.ts';

const require = createRequire(import.meta.url);
const standaloneCode = require('ajv/dist/standalone').default as typeof import('ajv/dist/standalone/index.js').default;
const addFormats = require('ajv-formats').default as typeof import('ajv-formats').default;

interface Schemas {
  readonly request: unknown;
  readonly response: unknown;
}

/**
 * Compiles the validators of a request and a response into one self-contained ES module that exports `request` and
 * `response`.
 */
export const compileValidators: (signature: Schemas) => Promise<string> = remembered(
  1024,
  ({ request, response }) => JSON.stringify([request, response]),
  bundled,
);

async function bundled(signature: Schemas): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: standalone(signature), resolveDir: dirname(fileURLToPath(import.meta.url)), loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minify: true,
    legalComments: 'none',
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error('esbuild wrote no validator');
  return output.text;
}

/**
 * Generates the code of both validators. The validators change no value: nothing is coerced or added. With
 * `ownProperties`, `{}` does not fit `required: ["toString"]`. Without `allErrors`, a hostile value costs only one
 * error.
 */
export function standalone({ request, response }: Schemas): string {
  const ajv = compiler();
  ajv.addSchema(asSchema(request), 'request').addSchema(asSchema(response), 'response');
  return standaloneCode(ajv, { request: 'request', response: 'response' });
}

function compiler(): Ajv2020 {
  const ajv = new Ajv2020({
    code: { source: true, esm: true, lines: false },
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    ownProperties: true,
    allErrors: false,
  });
  addFormats(ajv, { mode: 'full', formats: ['date', 'date-time', 'time', 'duration', 'uuid'] });
  return ajv;
}

/**
 * Returns a function that finds the first place where a value does not fit the schema, and why. The function follows
 * the same rules as the compiled validators.
 */
export const findingOf: (schema: unknown) => Finder = remembered(1024, JSON.stringify, finderOf);

type Finder = (value: unknown) => { pointer: string; message: string } | undefined;

function finderOf(schema: unknown): Finder {
  const validate = compiler().compile(asSchema(schema));
  return (value) => {
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    const missing: unknown = error?.params['missingProperty'] ?? error?.params['additionalProperty'];
    const below = typeof missing === 'string' ? `/${escapePointer(missing)}` : '';
    return { pointer: `${error?.instancePath ?? ''}${below}`, message: error?.message ?? 'does not fit its type' };
  };
}

const asSchema = (schema: unknown): object => {
  if (typeof schema === 'object' && schema !== null) return schema;
  throw new Error('a schema must be an object');
};
