import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey } from '@aws-sdk/client-s3';
import { PatentVersions } from '#shared/patent-versions.ts';
import type { Installation } from '../environment.ts';

const decompress = promisify(gunzip);

/** Reads the documents that an environment serves. */
export const servedVersions = ({ s3, datasetsBucket: Bucket }: Installation): PatentVersions =>
  new PatentVersions({
    async json(key) {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
        const bytes = await Body!.transformToByteArray();
        return JSON.parse(
          (key.endsWith('.gz') ? await decompress(bytes) : Buffer.from(bytes)).toString(),
        );
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async keys(Prefix) {
      const { Contents = [] } = await s3.send(
        new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 100 }),
      );
      return Contents.map(({ Key }) => Key!);
    },
  });
