import { strToU8, unzipSync, zipSync } from 'fflate';

/** The earliest time that a ZIP file can hold, in whichever time zone this runs. */
const mtime = new Date(1980, 0, 1);

/**
 * The same Office file without the time at which it was written, so that the same report gives the same bytes.
 * @param replaced texts of files in it
 */
export function repack(bytes: Uint8Array, replaced: Record<string, string> = {}): Uint8Array {
  const files = unzipSync(bytes);
  for (const [name, text] of Object.entries(replaced)) files[name] = strToU8(text);
  const inOrder = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(inOrder), { mtime });
}
