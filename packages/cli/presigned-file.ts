import { readFile } from 'node:fs/promises';
import { type Presigned, presignedSchema } from '../../shared/contract/cli-uploads.ts';
import { Failure } from './failure.ts';
import type { LocalFile } from './local-file.ts';

const again = 'Download it again: page Dataset, button "CLI Upload".';

/** Reads the presigned JSON. Throws `Failure` if it is missing or damaged. */
export async function readPresigned(path: string): Promise<Presigned> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Failure('presigned', `${path} cannot be read: ${(error as Error).message}`);
    }
    throw new Failure(
      'presigned',
      `There is no ${path}. Download presigned.json (page Dataset, button "CLI Upload") and put it beside the CSV, or name it with --presigned.`,
    );
  }
  const parsed = presignedSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Failure('presigned', `${path} is not a presigned JSON, or it is damaged. ${again}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Throws `Failure` unless the presigned JSON was made for this file. */
export function requireFit({ filename, filesize }: Presigned, file: LocalFile): void {
  // Some systems store accented letters in decomposed form.
  if (filename.normalize() !== file.name.normalize()) {
    throw new Failure(
      'presigned',
      `The presigned JSON is for "${filename}", not for "${file.name}". ${again}`,
    );
  }
  if (filesize === file.sizeBytes) return;
  throw new Failure(
    'presigned',
    `"${file.name}" has ${file.sizeBytes} bytes now, but had ${filesize} when the presigned JSON was made for it. ${again}`,
  );
}
