/** Reads buckets of customers, in roles that they have made for us. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { callLimits, transferLimits } from '#core/runtime/call-limits.ts';
import { assumedRoles } from '#core/runtime/config.ts';
import { isDatasetName } from '#shared/dataset-names.ts';
import { limits } from '#shared/limits.ts';
import { distinctNames } from '#shared/stored-zip.ts';
import { changedMeanwhile } from './open-address.ts';
import type { Remote, RemoteFile } from './remote.ts';
import { SourceProblem } from './source-problem.ts';
import type { SourceRecord } from './sources.ts';

type BucketSource = NonNullable<SourceRecord['s3']>;

const sts = new STSClient(callLimits());

/** Longer than a turn. */
const sessionSeconds = 3600;

/**
 * A client in the customer's role. The external id is that of the organization that asks, never one that somebody names: a role of
 * another organization does not trust it.
 */
async function clientOf({ role_arn, region }: BucketSource, orgId: string): Promise<S3Client> {
  if (!role_arn.includes(`:role/${assumedRoles('sts:AssumeRole SourceRoles')}`)) {
    throw new SourceProblem('The name of the role does not begin with antecede-source-.');
  }
  const { Credentials } = await sts
    .send(
      new AssumeRoleCommand({
        RoleArn: role_arn,
        RoleSessionName: 'antecede',
        ExternalId: orgId,
        DurationSeconds: sessionSeconds,
      }),
    )
    .catch((error: Error): never => {
      if (!/^(AccessDenied|ValidationError|MalformedPolicyDocument)/.test(error.name)) throw error;
      throw new SourceProblem(
        'The role does not let us in. Its trust policy names our account and the external id of your organization, as the page shows them.',
      );
    });
  const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials!;
  return new S3Client({
    ...transferLimits(),
    ...(region && { region }),
    followRegionRedirects: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: AccessKeyId!,
      secretAccessKey: SecretAccessKey!,
      ...(SessionToken && { sessionToken: SessionToken }),
    },
  });
}

interface BucketObject {
  key: string;
  sizeBytes: number;
  eTag: string;
}

/**
 * Opens one file of a bucket, or all below a prefix. Parameters and errors as of `openAddress`.
 */
export async function openBucket(
  source: BucketSource,
  orgId: string,
  known: string | undefined,
  begun: string | undefined,
): Promise<Remote | undefined> {
  const s3 = await clientOf(source, orgId);
  try {
    const objects =
      source.key === undefined ? await listed(s3, source) : [await headed(s3, source)];
    const version = versionOf(objects);
    if (version === known && begun === undefined) return undefined;
    if (begun !== undefined && version !== begun) throw changedMeanwhile();
    return {
      version,
      isArchive: source.key === undefined,
      isResumable: true,
      close: () => s3.destroy(),
      files: filesOf(s3, source, objects),
    };
  } catch (error) {
    s3.destroy();
    throw problemOf(error);
  }
}

const versionOf = (objects: readonly BucketObject[]) =>
  createHash('sha256').update(JSON.stringify(objects)).digest('hex');

function filesOf(
  s3: S3Client,
  { bucket, prefix = '' }: BucketSource,
  objects: readonly BucketObject[],
): RemoteFile[] {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const names = distinctNames(objects.map(({ key }) => key.slice(folder.length)));
  return objects.map(({ key, sizeBytes, eTag }, i) => ({
    name: names[i]!,
    sizeBytes,
    async read(offset) {
      try {
        const { Body } = await s3.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            IfMatch: eTag,
            ...(offset > 0 && { Range: `bytes=${offset}-` }),
          }),
        );
        return Body as Readable;
      } catch (error) {
        throw problemOf(error);
      }
    },
  }));
}

async function headed(s3: S3Client, { bucket, key = '' }: BucketSource): Promise<BucketObject> {
  const found = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  if (!found.ContentLength) throw new SourceProblem('The file is empty.');
  return { key, sizeBytes: found.ContentLength, eTag: found.ETag! };
}

/** Tables below a prefix, by their names. What else is there, such as folders and marks of programs, is left out. */
async function listed(s3: S3Client, { bucket, prefix }: BucketSource): Promise<BucketObject[]> {
  const { Contents = [], IsTruncated } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: limits.sourceFilesMax }),
  );
  if (IsTruncated) {
    throw new SourceProblem(
      `There are more than ${limits.sourceFilesMax.toLocaleString('en')} files below the prefix. Name a longer one.`,
    );
  }
  const objects = Contents.flatMap(({ Key = '', Size = 0, ETag = '' }) =>
    Size > 0 && isDatasetName(Key.slice(Key.lastIndexOf('/') + 1)) && !/\.zip$/i.test(Key)
      ? [{ key: Key, sizeBytes: Size, eTag: ETag }]
      : [],
  );
  if (objects.length === 0) {
    throw new SourceProblem(
      'There is no table below the prefix: CSV, TSV, JSON, Parquet or Excel.',
    );
  }
  return objects;
}

function problemOf(error: unknown): unknown {
  if (error instanceof SourceProblem) return error;
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (status === 412) return changedMeanwhile();
  if (status === 403) {
    return new SourceProblem(
      'The role may not read the bucket. It needs s3:GetObject for the files, and s3:ListBucket for the bucket.',
    );
  }
  if (name === 'NoSuchBucket') return new SourceProblem('There is no such bucket.');
  if (status === 404) return new SourceProblem('There is no such file in the bucket.');
  if (status === 400 || status === 301) {
    return new SourceProblem('The bucket is in another region. Name its region.');
  }
  return new SourceProblem('The bucket cannot be read now.', { mayPass: true });
}
