import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { deliveriesPrefix } from '../destination/bucket-file.ts';
import { type Installation, servedVersion } from '../environment.ts';
import { servedVersions } from './served.ts';

/** A delivery that serves, and whose rows are not in the dataset yet. */
export interface WaitingDelivery {
  readonly version: string;
  readonly key: string;
}

/** A version with those that it extends: deliveries from the newest on, then the loaded one. */
export async function versionsBelow(
  installation: Installation,
  version: string,
): Promise<string[]> {
  const versions = servedVersions(installation);
  const found = [version];
  for (;;) {
    const { previous } = await versions.note(found.at(-1)!);
    if (!previous || found.includes(previous)) return found;
    found.push(previous);
  }
}

/** Deliveries whose rows wait for the next build, the oldest first. */
export async function waitingDeliveries(
  installation: Installation,
  catalog: string,
): Promise<WaitingDelivery[]> {
  const keys = await deliveryKeys(installation, catalog);
  if (keys.size === 0) return [];
  const served = await servedVersion(installation, catalog);
  if (!served) return [];
  const chain = await versionsBelow(installation, served);
  return chain.toReversed().flatMap((version) => {
    const key = keys.get(version);
    return key ? { version, key } : [];
  });
}

/** Keys of the rows of all deliveries, by their versions. */
export async function deliveryKeys(
  { s3, datasetsBucket: Bucket }: Installation,
  catalog: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let after: string | undefined; ; ) {
    const { Contents = [], NextContinuationToken } = await s3.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: deliveriesPrefix(catalog),
        ContinuationToken: after,
      }),
    );
    for (const { Key = '' } of Contents) {
      // After its time, a key has the version's id, which has 36 characters.
      found.set(Key.slice(-'.csv'.length - 36, -'.csv'.length), Key);
    }
    after = NextContinuationToken;
    if (!after) return found;
  }
}
