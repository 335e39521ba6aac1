import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformFunctionName } from '../../contract/platform/functions.ts';
import { DockerImage, type BundlingOptions } from 'aws-cdk-lib';
import { buildSync } from 'esbuild';
import { pageFolder, writePage } from './page-build.ts';

/** The function whose bundle contains the files of the page. */
const pageFunction = 'console' satisfies PlatformFunctionName;

/** Libraries written as CommonJS need these three names, which an ES module does not have. */
const banner = [
  "import{createRequire as lpRequire}from'node:module'",
  'const require=lpRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;',
].join(';');

/** Cedar's WebAssembly file, 4 MB. It is copied only beside a module that loads it. */
const wasm = 'cedar_wasm_bg.wasm';

export interface Bundles {
  /** Absolute path of the project's folder. */
  readonly root: string;
  /** Absolute paths of the handlers, by the name of their function. */
  readonly entries: Readonly<Record<string, string>>;
}

/**
 * Returns the CDK's bundling options for a function: one minified ES module that includes the AWS SDK. One build makes
 * the modules of all functions. They share most of their code, which is then parsed only once. A bundle contains nothing
 * of the tenant.
 */
export function bundling(bundles: Bundles): (functionName: string) => BundlingOptions {
  let built: Modules | undefined;
  return (functionName) => ({
    // The CDK requires an image but never uses it, because `tryBundle` always returns true or throws.
    image: DockerImage.fromRegistry('none'),
    local: {
      tryBundle: (output) => {
        built ??= modulesOf(bundles);
        const text = built.get(functionName);
        if (text === undefined) throw new Error(`esbuild made no module for function ${functionName}`);
        writeFileSync(join(output, 'index.mjs'), text);
        const machineCode = join(bundles.root, 'node_modules', '@cedar-policy', 'cedar-wasm', 'nodejs', wasm);
        if (Buffer.from(text).includes(wasm)) cpSync(machineCode, join(output, wasm));
        if (functionName === pageFunction) writePage(bundles.root, join(output, pageFolder));
        return true;
      },
    },
  });
}

/** Modules by the name of their function. */
type Modules = ReadonlyMap<string, Uint8Array>;

function modulesOf({ root, entries }: Bundles): Modules {
  const { outputFiles } = buildSync({
    entryPoints: Object.entries(entries).map(([out, entry]) => ({ in: entry, out })),
    absWorkingDir: root,
    outdir: root,
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node24',
    minify: true,
    banner: { js: banner },
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(root.length + 1, -'.js'.length), contents]));
}
