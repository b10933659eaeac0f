import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

interface StoredKey {
  /** 32 bytes, base64. */
  material: string;
  /** Start of the material's SHA-256, so that a damaged key is told from a wrong ciphertext. */
  check: string;
}

const keyBytes = 32;

/**
 * The key material of this installation, in one file that only its owner may read. It never leaves
 * this module's callers, and nothing encrypted can be read without it.
 */
export class KeyFile {
  readonly #path: string;
  readonly #keys: Map<string, Buffer>;

  /** Throws one line that says what is damaged and what is lost. */
  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.#path = join(dataDir, 'kms-keys.json');
    this.#keys = readKeys(this.#path);
  }

  /** Gives a key, made at its first declaration. It is on disk before anything is encrypted with it. */
  ensure(keyId: string): Buffer {
    const known = this.#keys.get(keyId);
    if (known) return known;
    const made = randomBytes(keyBytes);
    this.#keys.set(keyId, made);
    const keys = Object.fromEntries(
      [...this.#keys].map(([id, key]): [string, StoredKey] => [
        id,
        { material: key.toString('base64'), check: checkOf(key) },
      ]),
    );
    const temporary = `${this.#path}.new`;
    const file = openSync(temporary, 'w', 0o600);
    writeSync(file, JSON.stringify({ version: 1, keys }));
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, this.#path);
    return made;
  }
}

function readKeys(path: string): Map<string, Buffer> {
  try {
    const { version, keys } = JSON.parse(readFileSync(path, 'utf8')) as {
      version: number;
      keys: Record<string, StoredKey>;
    };
    if (version !== 1) throw new Error(`format ${version} is not known`);
    return new Map(
      Object.entries(keys).map(([id, { material, check }]) => {
        const key = Buffer.from(material, 'base64');
        if (key.length !== keyBytes || checkOf(key) !== check) {
          throw new Error(`key ${id} is not whole`);
        }
        return [id, key];
      }),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new Error(
      `KMS keys in ${path} cannot be read (${(error as Error).message}): restore the file. If you delete it, whatever was encrypted (API keys) is lost.`,
      { cause: error },
    );
  }
}

const checkOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16);
