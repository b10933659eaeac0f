import { readFile, rename, writeFile } from 'node:fs/promises';
import type { DemoAccount } from '#local/host/local-addresses.ts';
import { StartError } from '#local/host/start-error.ts';

/** Progress of the first start. */
interface StateValues {
  /** Address and password are stored before the account is created; `org_id` is empty until then. */
  demo?: DemoAccount;
  /** The last build of each catalogue, the hash of its sources, and the bytes of its file; older states lack these. */
  catalogs: Record<string, { hash: string; build_id: string; built: boolean; size?: number }>;
  /** The build of the patents for which the sample report was ordered. */
  sample_report?: string;
}

export interface State {
  readonly values: StateValues;
  /** Saves the values. The file holds either all old or all new values, never a part. */
  save(): Promise<void>;
}

/** Opens the state in `file`. Throws `StartError` if the file is damaged. */
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
