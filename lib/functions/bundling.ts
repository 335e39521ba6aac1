import { join } from 'node:path';
import { OutputFormat, type BundlingOptions } from 'aws-cdk-lib/aws-lambda-nodejs';

/** The folder of the release within a bundle. */
export const releaseFolder = 'release';

/** Libraries written as CommonJS ask for these three; an ES module has none of them. */
const banner = [
  "import{createRequire as lpRequire}from'node:module'",
  'const require=lpRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;',
].join(';');

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

/**
 * One minified ES module with the AWS SDK in it, and the compiled release beside it. Cedar's machine code is copied where
 * the module asks for it, so that a function without the PDP does not carry 4 MB for nothing.
 */
export function bundling(root: string, releaseDirectory: string): BundlingOptions {
  const wasm = 'cedar_wasm_bg.wasm';
  const cedar = join(root, 'node_modules', '@cedar-policy', 'cedar-wasm', 'nodejs', wasm);
  return {
    format: OutputFormat.ESM,
    mainFields: ['module', 'main'],
    target: 'node24',
    minify: true,
    sourceMap: false,
    externalModules: [],
    banner,
    commandHooks: {
      beforeBundling: () => [],
      beforeInstall: () => [],
      afterBundling: (_input, output) => [
        `cp -R ${quoted(releaseDirectory)} ${quoted(join(output, releaseFolder))}`,
        `if grep -q ${wasm} ${quoted(join(output, 'index.mjs'))}; then cp ${quoted(cedar)} ${quoted(output)}; fi`,
      ],
    },
  };
}
