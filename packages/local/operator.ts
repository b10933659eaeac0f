import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openCredentials } from './iam/credentials.ts';

/**
 * The same as `localOperator` for a command-line tool: the local cloud of this shell's `PORT` and
 * `LOCAL_DATA_DIR`. AWS settings of the shell (profile, region, FIPS) do not apply to it and are dropped.
 */
export function localOperatorOfShell() {
  const { PORT = '3000', LOCAL_DATA_DIR } = process.env;
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  return localOperator(Number(PORT), LOCAL_DATA_DIR);
}

/**
 * SDK settings that reach the local cloud of this machine, with the environment variables that `npm start`
 * got.
 */
export function localOperator(port: number, dataDir = '.local') {
  const file = join(resolve(import.meta.dirname, '../..', dataDir), 'installation.json');
  let secret: string;
  try {
    ({ secret } = JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(
      `There is no local installation: ${file} cannot be read. Start it with npm start; LOCAL_DATA_DIR must be the same here.`,
      { cause: error },
    );
  }
  return {
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}/_local/aws`,
    credentials: openCredentials(secret, []).host,
  };
}
