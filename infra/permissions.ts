import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { endpointNames } from '#shared/contract/contract.ts';
import { type Permission, type Setting, settings } from '#shared/permissions.ts';
import { entries, projectDir } from './entries.ts';

/** A permission or a setting that a function needs, and the declaration that contains it. */
export interface Need<T extends string> {
  name: T;
  /** `functions/store/accounts.ts, getCaller`. */
  source: string;
}

/** What one function needs, without duplicates, sorted by name. */
export interface Needs {
  permissions: Need<Permission>[];
  settings: Need<Setting>[];
  /** Whether it logs searches, which is so if it reaches `logSearch`. */
  logsSearches: boolean;
  /** Whether it searches indexes: it reaches `askServedIndex`. */
  opensIndexes: boolean;
}

/**
 * Derives from the code what each function needs: the permissions and settings that are literals in the declarations
 * it reaches. Bundles every function without packages and removes unreachable code, as in the deployed bundle. Takes
 * a fraction of a second.
 *
 * @param functions names and files below `directory`; by default all of the product
 * @throws when an endpoint of the contract or a job has no file, or its file is bound to another endpoint
 */
export function readNeeds(functions = entries, directory = projectDir): Map<string, Needs> {
  const missing = functions.filter(({ file }) => !existsSync(join(directory, file)));
  if (missing.length > 0) {
    const names = missing.map(({ name, file }) => `${name} (${file})`);
    throw new Error(`No handler for ${names.join(', ')}: write the file, or remove the name.`);
  }
  const { outputFiles } = buildSync({
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
    functions.map(({ name, file }, position) => {
      const { text } = outputFiles[position]!;
      requireHandler(name, file, text);
      return [name, needsOf(text)];
    }),
  );
}

/** Throws unless the bundle handles the endpoint or job as which it is deployed. */
function requireHandler(name: string, file: string, code: string): void {
  if (!/^export \{[^}]*\bhandler\b/m.test(code)) throw new Error(`${file} exports no handler.`);
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

function needsOf(code: string): Needs {
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
    logsSearches: /^function logSearch\d*\(/m.test(code),
    opensIndexes: /^async function askServedIndex\d*\(/m.test(code),
  };
}

/** A name with a space was matched as a permission. */
const isPermission = (need: Need<string>): need is Need<Permission> => need.name.includes(' ');

const isSetting = (need: Need<string>): need is Need<Setting> =>
  settings.some((setting) => setting === need.name);
