/**
 * Bucket `Indexes`: files of builds, under `org/{org_id}/{index_id}/{build_id}/`. Objects are written
 * once and never changed; the index record points at the manifest that serves.
 */
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { bucketName } from '#core/runtime/config.ts';
import { isMissing, objectSource, removeBelow, s3 } from '#core/storage/s3.ts';
import type { ByteSource } from '#engine';

/** Folder of one build, with a trailing slash. */
export const buildFolder = (build: { org_id: string; item_id: string; build_id: string }) =>
  `org/${build.org_id}/${build.item_id}/${build.build_id}/`;

/** Folder of the build that a file belongs to. */
export const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1);

export async function putObject(key: string, body: Uint8Array | string): Promise<void> {
  await s3.send(
    new PutObjectCommand({ Bucket: bucketName('s3:PutObject Indexes/*'), Key: key, Body: body }),
  );
}

/** Whole object, or `undefined` when there is none. */
export async function getObject(key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: bucketName('s3:GetObject Indexes/*'), Key: key }),
    );
    return await Body!.transformToByteArray();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const removable = () => bucketName('s3:ListBucket Indexes/*', 's3:DeleteObject Indexes/*');

/** Removes all files of one build, or of one change of its rows. Throws when one cannot be removed; the rest can be tried again. */
export async function removeFolder(folder: string): Promise<void> {
  // A shorter prefix would delete other builds, or those of everybody.
  if (!/^org(\/[^/]+){3}\/(changes\/[^/]+\/)?$/.test(folder))
    throw new Error(`${folder} is not a folder of one build`);
  await removeBelow(removable(), folder);
}

/** Removes all builds of an organization. */
export const removeBuildsOf = (orgId: string) => removeBelow(removable(), `org/${orgId}/`);

/** An object of known size as a source of ranges. */
export const bucketSource = (key: string, sizeBytes: number) =>
  objectSource(bucketName('s3:GetObject Indexes/*'), key, { sizeBytes });

/** An object as a source of ranges. Throws when it does not exist. */
export async function openObject(key: string): Promise<ByteSource> {
  const Bucket = bucketName('s3:GetObject Indexes/*');
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: key }));
  return objectSource(Bucket, key, { sizeBytes: head.ContentLength! });
}
