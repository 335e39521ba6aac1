import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerImage, type BundlingOptions } from 'aws-cdk-lib';
import { buildSync } from 'esbuild';

/** The folder of the release within a bundle. */
export const releaseFolder = 'release';

/** Libraries written as CommonJS ask for these three; an ES module has none of them. */
const banner = [
  "import{createRequire as lpRequire}from'node:module'",
  'const require=lpRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;',
].join(';');

/** Cedar's machine code is copied beside a module that asks for it: a function without the PDP does not carry 4 MB for nothing. */
const wasm = 'cedar_wasm_bg.wasm';

export interface Bundles {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Handlers by the name of their function, absolute. */
  readonly entries: Readonly<Record<string, string>>;
  /** The compiled release, which each bundle carries. */
  readonly releaseDirectory: string;
}

/**
 * How the code of each function is made: one minified ES module with the AWS SDK in it, and the compiled release beside
 * it. One build makes the modules of all functions, because most of what they hold is the same and is parsed once.
 */
export function bundling(bundles: Bundles): (functionName: string) => BundlingOptions {
  let built: Modules | undefined;
  return (functionName) => ({
    // Never asked: what is done here does not fail.
    image: DockerImage.fromRegistry('none'),
    local: {
      tryBundle: (output) => {
        built ??= modulesOf(bundles);
        const text = built.get(functionName);
        if (text === undefined) throw new Error(`no handler was built for ${functionName}`);
        writeFileSync(join(output, 'index.mjs'), text);
        cpSync(bundles.releaseDirectory, join(output, releaseFolder), { recursive: true });
        const machineCode = join(bundles.root, 'node_modules', '@cedar-policy', 'cedar-wasm', 'nodejs', wasm);
        if (Buffer.from(text).includes(wasm)) cpSync(machineCode, join(output, wasm));
        return true;
      },
    },
  });
}

/** Function to module. */
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
