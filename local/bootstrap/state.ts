import { readFile, rename, writeFile } from 'node:fs/promises';
import type { DemoAccount } from '#local/host/local-addresses.ts';
import { StartError } from '#local/host/start-error.ts';

/** What the first start has done so far. */
interface StateValues {
  /** Address and password are written before the account is made; `org_id` is empty until it is. */
  demo?: DemoAccount;
  /** Each catalogue's last build, and the hash of what it was made from. */
  catalogs: Record<string, { hash: string; build_id: string; built: boolean }>;
}

export interface State {
  readonly values: StateValues;
  /** Writes the values down; the file is always the old one or the new one. */
  save(): Promise<void>;
}

/** Opens the state in `file`. Throws `StartError` when it cannot be understood. */
export async function openState(file: string): Promise<State> {
  const values: StateValues = { catalogs: {} };
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    Object.assign(values, JSON.parse(text));
  } catch {
    throw new StartError(
      `${file} is damaged. Delete it: the sample catalogues and the demo account are made again.`,
    );
  }
  let lastSave: Promise<void> = Promise.resolve();
  const write = async () => {
    await writeFile(`${file}.new`, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  return {
    values,
    save() {
      lastSave = lastSave.then(write);
      return lastSave;
    },
  };
}
