import { copyFile, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { functions, projectDir } from './functions.ts';

/**
 * Where the SDK looks for credentials if the environment has none. On Lambda it always has some, so these are never
 * imported. With their clients they would be a fifth of every bundle.
 */
const neverLoaded = [
  ...['ini', 'sso', 'process', 'login', 'web-identity', 'http'].map(
    (provider) => `@aws-sdk/credential-provider-${provider}`,
  ),
  '@smithy/credential-provider-imds',
];

/** Of the `package.json` that clients of the SDK import, they use the version: the rest is 2 KB of every bundle. */
const versionOnly: Plugin = {
  name: 'version-only',
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk[\\/][\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** Hashes written in JavaScript, for a Node without `node:crypto`: 2 KB of every bundle. */
const noHashesInJavaScript: Plugin = {
  name: 'no-hashes-in-javascript',
  setup({ onLoad }) {
    onLoad({ filter: /Sha\d+Js\.js$/ }, ({ path }) => ({
      contents: `export class ${parse(path).name} {}`,
    }));
  },
};

/**
 * Signs requests for one region only. Signatures for several are needed by S3's access points of several regions, which nothing here
 * uses, and by packages that are not installed; looking for these is 1 KB of every bundle.
 */
const signedForOneRegion: Plugin = {
  name: 'signed-for-one-region',
  setup({ onLoad }) {
    onLoad({ filter: /SignatureV4MultiRegion\.js$/ }, ({ path }) => ({
      contents: `import { SignatureV4SignWithCredentials } from './SignatureV4SignWithCredentials';
        export class SignatureV4MultiRegion extends SignatureV4SignWithCredentials {
          static sigv4aDependency() { return 'none'; }
        }`,
      resolveDir: dirname(path),
    }));
  },
};

/**
 * Requires `node:http` instead of importing it. An import reads every export, `WebSocket` too, for which Node compiles its
 * client for `fetch`: 15 ms of a processor in the first request of every function. An export that a package needs and
 * that is not in the list is a warning of the build.
 */
const requiredHttp: Plugin = {
  name: 'required-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'require-call' ? undefined : { path: 'node:http', namespace: 'required' },
    );
    onLoad({ filter: /^node:http$/, namespace: 'required' }, ({ path }) => ({
      contents: `const http = require('${path}');
        export const { Agent, request } = http;
        export default http;`,
    }));
  },
};

/**
 * Bundles every function with the parts of the SDK that it uses, in one call of esbuild so that sources are read
 * once.
 *
 * To be deployed, each function is a single small file: a change redeploys only the functions that it affects, and a
 * cold start reads one file. (Shared chunks made each function a fifth bigger, because small files compress badly.)
 * On one machine functions share their chunks, as they are written: single minified files take fifteen times as long.
 *
 * @param outdir emptied first; holds a folder per function afterwards, with `index.mjs` and its source map
 * @param deployed whether the functions are deployed to AWS
 */
export async function bundleFunctions(outdir: string, deployed: boolean): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: projectDir,
    metafile: true,
    entryPoints: functions.map(({ name, file }) => ({ in: file, out: `${name}/index` })),
    outdir: resolve(outdir),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    jsx: 'automatic',
    minify: deployed,
    splitting: !deployed,
    chunkNames: 'chunks/[hash]',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: neverLoaded,
    // Fonts of the reports.
    loader: { '.woff': 'dataurl', '.ttf': 'dataurl' },
    alias: {
      '@smithy/core/event-streams': './infra/no-event-streams.ts',
      '@aws-sdk/endpoint-cache': './infra/no-endpoint-cache.ts',
    },
    plugins: [versionOnly, noHashesInJavaScript, signedForOneRegion, requiredHttp],
    logLevel: 'warning',
    // Some dependencies are CommonJS and still call require for Node's own modules.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  await addUnifont(metafile);
}

/** Fonts of the reports, and the one that their code reads from beside the bundle when a text needs it. */
const fonts = 'functions/reports/report-files/fonts.ts';
const unifont = 'node_modules/@fontsource/unifontex/files/unifontex-latin-400-normal.woff';

async function addUnifont({ outputs }: Metafile): Promise<void> {
  const folders = Object.entries(outputs)
    .filter(([, { inputs }]) => fonts in inputs)
    .map(([file]) => dirname(resolve(projectDir, file)));
  const source = join(projectDir, unifont);
  await Promise.all(folders.map((folder) => copyFile(source, join(folder, basename(unifont)))));
}
