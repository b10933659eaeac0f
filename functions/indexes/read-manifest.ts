import { type Manifest, OutdatedIndexError, parseManifest } from '#engine';
import { ProductError } from '#shared/errors.ts';
import { getObject } from './indexes-bucket.ts';

/** After so many seconds an index of a few thousand rows may have been built again. */
const retrySeconds = 60;

/**
 * The manifest of a published index, with its checksum. Throws `Busy` if a release with an earlier format of files has written it: then
 * `sweep-builds` builds the index again.
 */
export async function readManifest(manifestKey: string): Promise<Manifest & { checksum: number }> {
  const file = await getObject(manifestKey);
  if (!file) throw new Error(`The manifest ${manifestKey} is missing`);
  const json = Buffer.from(file).toString();
  try {
    const manifest = parseManifest(json);
    return { ...manifest, checksum: JSON.parse(json).checksum };
  } catch (error) {
    if (!(error instanceof OutdatedIndexError)) throw error;
    const message = 'This index is being built again for a new release. Please try again later.';
    throw new ProductError('Busy', message, { 'retry-after': String(retrySeconds) });
  }
}
