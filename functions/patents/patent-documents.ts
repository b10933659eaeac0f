/**
 * Patents as documents: under `patent-documents/{version}/` in the bucket `Datasets`, one gzipped JSON object for
 * each UCID. A catalogue load writes a version and never changes it; the index record of the
 * catalogue names the version that serves (ADR 021).
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { bucketName } from '#core/runtime/config.ts';
import { isMissing, s3 } from '#core/storage/s3.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { documentKey, documentsFolder, ucidOfKey } from '#shared/patent-document-key.ts';

const decompress = promisify(gunzip);

/** A document of a version, or `undefined` when the version has none of that UCID. */
export async function getPatentDocument(
  version: string,
  ucid: string,
): Promise<PatentDocument | undefined> {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({
        Bucket: bucketName('s3:GetObject Datasets/patent-documents/*'),
        Key: documentKey(version, ucid),
      }),
    );
    const json = await decompress(await Body!.transformToByteArray());
    return JSON.parse(json.toString()) as PatentDocument;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** UCIDs of all documents of a version whose UCID begins with `stem`, a country and a number. */
export async function listUcids(version: string, stem: string): Promise<string[]> {
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({
      Bucket: bucketName('s3:ListBucket Datasets/patent-documents/*'),
      Prefix: `${documentsFolder(version)}${stem}-`,
      MaxKeys: 100,
    }),
  );
  return Contents.map(({ Key }) => ucidOfKey(Key!));
}
