/**
 * Patents as documents: under `patent-documents/{version}/` in the bucket `Datasets`, one gzipped JSON object for
 * each UCID. A catalogue load writes a version and never changes it; the index record of the
 * catalogue names the version that serves (ADR 021). A delivery is a version that extends a loaded one (ADR 043).
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { bucketName } from '#core/runtime/config.ts';
import { isMissing, s3 } from '#core/storage/s3.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { documentImageKey, type Links } from '#shared/patent-document-key.ts';
import { PatentVersions } from '#shared/patent-versions.ts';

const decompress = promisify(gunzip);

const versions = new PatentVersions({ json: getJson, keys: listKeys });

/** A document of a version, or `undefined` when the version has none of that UCID. */
export const getPatentDocument = (
  version: string,
  ucid: string,
): Promise<PatentDocument | undefined> => versions.document(version, ucid);

/** A stored image of a document; undefined where there is none. */
export async function getPatentImage(
  version: string,
  ucid: string,
  name: string,
): Promise<Uint8Array | undefined> {
  // A delivery that only adds records to a document leaves its images where they are.
  let folder: string | undefined = await versions.folderOf(version, ucid);
  while (folder) {
    const bytes = await getBytes(documentImageKey(folder, ucid, name));
    if (bytes) return bytes;
    folder = (await versions.note(folder)).previous;
  }
  return undefined;
}

/** UCIDs of all documents of a version whose UCID begins with `stem`, a country and a number. */
export const listUcids = (version: string, stem: string): Promise<string[]> =>
  versions.ucids(version, stem);

/** Links of a version from a number, a UCID without kind code or an application. */
export const linksFrom = (version: string, number: string): Promise<Links> =>
  versions.links(version, number);

async function listKeys(prefix: string): Promise<string[]> {
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({
      Bucket: bucketName('s3:ListBucket Datasets/patent-documents/*'),
      Prefix: prefix,
      MaxKeys: 100,
    }),
  );
  return Contents.map(({ Key }) => Key!);
}

/** An object with JSON, gzipped or not; undefined where there is none. */
async function getJson(key: string): Promise<unknown> {
  const bytes = await getBytes(key);
  if (!bytes) return undefined;
  const json = key.endsWith('.gz') ? await decompress(bytes) : Buffer.from(bytes);
  return JSON.parse(json.toString());
}

async function getBytes(key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({
        Bucket: bucketName('s3:GetObject Datasets/patent-documents/*'),
        Key: key,
      }),
    );
    return await Body!.transformToByteArray();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
