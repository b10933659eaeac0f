import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './failure.ts';

/** An installation, and a management key of it. */
export interface Login {
  /** Origin of the installation. */
  address: string;
  key: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a login is kept: in the folder that the system has for settings of a user. */
function folderOf({ XDG_CONFIG_HOME, APPDATA }: Environment): string {
  const settings = XDG_CONFIG_HOME || APPDATA || join(homedir(), '.config');
  return join(settings, 'antecede');
}

const fileOf = (environment: Environment) => join(folderOf(environment), 'login.json');

/** Keeps a login so that only this user can read it. */
export async function saveLogin(login: Login, environment: Environment): Promise<string> {
  const file = fileOf(environment);
  await mkdir(folderOf(environment), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  // The mode above is that of a new file only.
  await chmod(file, 0o600);
  return file;
}

export const forgetLogin = (environment: Environment): Promise<void> =>
  rm(fileOf(environment), { force: true });

/** The login of the environment, else the kept one. Throws `Failure` if there is none. */
export async function readLogin(environment: Environment): Promise<Login> {
  const { ANTECEDE_ADDRESS: address, ANTECEDE_MANAGEMENT_KEY: key } = environment;
  if (address && key) return { address: originOf(address), key };
  try {
    const kept = JSON.parse(await readFile(fileOf(environment), 'utf8'));
    if (typeof kept.address === 'string' && typeof kept.key === 'string') return kept;
  } catch {
    // As if there were none.
  }
  throw new Failure(
    'usage',
    'Run antecede login first, or set ANTECEDE_ADDRESS and ANTECEDE_MANAGEMENT_KEY.',
  );
}

/** Throws `Failure` unless it is the address of an installation. A key is sent in the clear to this machine only. */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (isLocal && url.protocol === 'http:')) return url.origin;
  throw new Failure('usage', `${address} is not the https address of an installation.`);
}
