import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { endpointNames } from '#shared/contract/contract.ts';
import { type Permission, type Setting, settings } from '#shared/permissions.ts';
import { functions as allFunctions, projectDir } from './functions.ts';

/** A permission or a setting that a function needs, and the declaration that contains it. */
export interface Need<T extends string> {
  name: T;
  /** `functions/people/accounts.ts, getCaller`. */
  source: string;
}

/** What one function needs, without duplicates, sorted by name. */
export interface Needs {
  permissions: Need<Permission>[];
  settings: Need<Setting>[];
  /** Whether it tells the search history of searches, in its log. */
  logsSearches: boolean;
}

/** Modules that decide what a function is made with. */
const searchLog = 'functions/search/log-search.ts';
const openIndexes = 'functions/search/query-published-index.ts';

/** A function to read: `opensIndexes` says what its feature declares. */
interface Entry {
  name: string;
  file: string;
  opensIndexes?: boolean;
}

/**
 * Derives from the code what each function needs: the permissions and settings that are literals in the declarations
 * it reaches. Bundles every function without packages and removes unreachable code, as in the deployed bundle. Takes
 * a fraction of a second.
 *
 * @param functions names and files below `directory`; by default all of the product
 * @throws when an endpoint of the contract or a job has no file, its file is bound to another endpoint, or its feature is
 *   wrong about whether it opens indexes
 */
export function readNeeds(
  functions: readonly Entry[] = allFunctions,
  directory = projectDir,
): Map<string, Needs> {
  const missing = functions.filter(({ file }) => !existsSync(join(directory, file)));
  if (missing.length > 0) {
    const names = missing.map(({ name, file }) => `${name} (${file})`);
    throw new Error(`No handler for ${names.join(', ')}: write the file, or remove the name.`);
  }
  const { outputFiles, metafile } = buildSync({
    metafile: true,
    absWorkingDir: directory,
    entryPoints: functions.map(({ name, file }) => ({ in: file, out: name })),
    outdir: '.',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    treeShaking: true,
    jsx: 'automatic',
    charset: 'utf8',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return new Map(
    functions.map(({ name, file, opensIndexes = false }, position) => {
      const { text } = outputFiles[position]!;
      const { inputs, exports } = metafile.outputs[`${name}.js`]!;
      if (!exports.includes('handler')) throw new Error(`${file} exports no handler.`);
      requireEndpoint(name, file, text);
      const reaches = (module: string) => (inputs[module]?.bytesInOutput ?? 0) > 0;
      if (reaches(openIndexes) !== opensIndexes) {
        throw new Error(`The feature of ${file} must say opensIndexes: ${!opensIndexes}.`);
      }
      return [name, { ...needsOf(text), logsSearches: reaches(searchLog) }];
    }),
  );
}

/** Throws unless the bundle of an endpoint handles the one as which it is deployed. */
function requireEndpoint(name: string, file: string, code: string): void {
  const bound = /^var handler = lambda\d*\(\s*\w+,\s*"([^"]+)"/m.exec(code)?.[1];
  const isEndpoint = endpointNames.some((endpoint) => endpoint === name);
  if (isEndpoint && bound !== name) {
    throw new Error(`${file} handles ${bound ?? 'no endpoint'}, not ${name}.`);
  }
}

const literal =
  /"((?:dynamodb|s3|sqs|kms|states|cognito-idp|ses|secretsmanager|scheduler|iam|es|lambda):\w+ [\w*/-]+|[A-Z]+(?:_[A-Z]+)+)"/g;
/** How esbuild begins the code of a module, and a declaration in it. */
const moduleStart = /^\/\/ (\S+)$/;
const declarationStart = /^(?:async )?(?:function\*? |var |class )(\w+)/;

function needsOf(code: string): Omit<Needs, 'logsSearches'> {
  const sources = new Map<string, string>();
  let file = '';
  let declaration = '';
  for (const line of code.split('\n')) {
    const module = moduleStart.exec(line);
    if (module) file = module[1]!;
    declaration = declarationStart.exec(line)?.[1] ?? declaration;
    for (const [, name] of line.matchAll(literal)) {
      if (!sources.has(name!)) sources.set(name!, `${file}, ${declaration}`);
    }
  }
  const found = [...sources].map(([name, source]) => ({ name, source }));
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    permissions: found.filter(isPermission),
    settings: found.filter(isSetting),
  };
}

/** A name with a space was matched as a permission. */
const isPermission = (need: Need<string>): need is Need<Permission> => need.name.includes(' ');

const isSetting = (need: Need<string>): need is Need<Setting> =>
  settings.some((setting) => setting === need.name);
