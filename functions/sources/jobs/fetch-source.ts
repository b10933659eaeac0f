import { logger } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { abortMultipartUpload, isNotOpen, trialRoom } from '#functions/datasets/index.ts';
import { rebuildFromDataset } from '#functions/indexes/index.ts';
import { getOrganization, getUser, type UserRecord } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { completeDataset } from '../complete-dataset.ts';
import { fetchParts, uploadOf } from '../fetch-parts.ts';
import { mailFailure } from '../mail-source.ts';
import { openAddress } from '../open-address.ts';
import { openBucket } from '../open-bucket.ts';
import { openDatasets } from '../open-datasets.ts';
import { SourceProblem } from '../source-problem.ts';
import { enqueueSource, type SourceRef, sourceMessage } from '../source-queue.ts';
import { sourceSettings } from '../source-settings.ts';
import {
  claimSource,
  getSource,
  heldChange,
  nextAfter,
  releaseSource,
  type SourceRecord,
} from '../sources.ts';

/** Fetches datasets. Every step may be repeated: cut short anywhere, another worker goes on. */
export const handler = queueHandler(sourceMessage, serve);

async function serve(message: SourceRef): Promise<void> {
  const now = new Date();
  const claimed = await claimSource(message, now);
  // It has nothing to do, is gone, or another worker has it.
  if (!claimed) return;
  const user = claimed.auth_user_id && (await getUser(claimed.auth_user_id));
  if (!user || user.org_id !== claimed.org_id) return stop(claimed, now);
  const ended = claimed.state === 'fetching' ? await fetchTurn(claimed, user, now) : claimed;
  if (ended) await rebuild(ended, user);
}

/** @returns the source if its fetch has ended, and indexes have to be built */
async function fetchTurn(
  record: SourceRecord,
  user: UserRecord,
  now: Date,
): Promise<SourceRecord | undefined> {
  const ids = { org: record.org_id, source: record.source_id };
  try {
    const outcome = await fetchOn(record, user, now);
    if (outcome === 'lost') return undefined;
    if (outcome === 'unfinished') {
      await releaseSource(record, 0, new Date());
      await enqueueSource(record);
      return undefined;
    }
    return await end(record, outcome, new Date());
  } catch (error) {
    const problem = asProblem(error);
    logger.info('dataset not fetched', {
      ...ids,
      mayPass: problem.mayPass,
      problem: problem.message,
      ...(error !== problem && { error: error as Error }),
    });
    if (problem.isOther) await forgetWork(record);
    const tries = record.tries + 1;
    if (problem.mayPass && tries < sourceSettings.tries && !isOverdue(record, now)) {
      const pause = sourceSettings.retrySeconds * 4 ** (tries - 1);
      await releaseSource(record, tries, new Date(), pause);
      await enqueueSource(record, pause);
      return undefined;
    }
    await fail(record, user, problem.message, new Date());
    return undefined;
  }
}

const isOverdue = ({ begun_at }: SourceRecord, now: Date) =>
  now.getTime() - Date.parse(begun_at) > limits.sourceHoursMax * 3_600_000;

/** What is told of an error. One of our own services may pass. */
function asProblem(error: unknown): SourceProblem {
  if (error instanceof SourceProblem) return error;
  if (error instanceof ProductError) return new SourceProblem(error.message);
  if (isNotOpen(error)) {
    return new SourceProblem('What was stored of the file is gone.', { isOther: true });
  }
  return new SourceProblem('The dataset could not be fetched or stored now.', { mayPass: true });
}

/** Opens what is fetched or joined; undefined if nothing has changed since. */
function openRemote(
  { org_id, url, s3, datasets, version: known }: SourceRecord,
  begun: string | undefined,
) {
  if (datasets) return openDatasets(datasets, org_id, known, begun);
  return s3 ? openBucket(s3, org_id, known, begun) : openAddress(url!, known, begun);
}

async function fetchOn(
  record: SourceRecord,
  user: UserRecord,
  now: Date,
): Promise<'unfinished' | 'lost' | { version: string; isNew: boolean }> {
  const { org_id, version: known, work } = record;
  const organization = await getOrganization(org_id);
  if (!organization || subscriptionOf(organization, now.getTime())._isExpired) {
    throw new SourceProblem('Your subscription has ended.');
  }
  if (isOverdue(record, now)) {
    throw new SourceProblem(`It takes more than ${limits.sourceHoursMax} hours.`);
  }
  if (work?.etag !== undefined) {
    // S3 was asked to join the parts.
    const completed = await completeDataset(record, work, user, now);
    return completed === 'lost' ? 'lost' : { version: work.version, isNew: true };
  }
  const begun = work?.version || undefined;
  const remote = await openRemote(record, begun);
  if (!remote) return { version: known!, isNew: false };
  const turnMs = remote.isResumable ? sourceSettings.turnMs : sourceSettings.wholeTurnMs;
  const mostBytes = Math.min(
    limits.sourceMaxBytes,
    trialRoom(organization, now) ?? limits.sourceMaxBytes,
  );
  const turn = { until: now.getTime() + turnMs, mostBytes };
  const fetched = await fetchParts(record, user.item_id, remote, turn).finally(remote.close);
  if (!fetched) return 'lost';
  if (!fetched.isWhole) return 'unfinished';
  const completed = await completeDataset(record, fetched.work, user, now);
  if (completed === 'lost') return 'lost';
  return { version: remote.version, isNew: completed === 'changed' };
}

/** Notes the end of a fetch. */
async function end(
  record: SourceRecord,
  { version, isNew }: { version: string; isNew: boolean },
  now: Date,
): Promise<SourceRecord | undefined> {
  const next_at = nextAfter(record, now);
  const at = now.toISOString();
  const waiting = [...new Set([...(record.to_rebuild ?? []), ...(isNew ? record.rebuilds : [])])];
  const ended = await heldChange(
    record,
    {
      state: 'ready',
      problem: undefined,
      failures: 0,
      checked_at: at,
      ...(isNew && { changed_at: at }),
      next_at,
      version: version || undefined,
      work: undefined,
      to_rebuild: waiting.length > 0 ? waiting : undefined,
      // It is looked after at once if this worker is cut short before the builds have begun.
      leased_until: at,
    },
    waiting.length > 0 ? now : next_at ? new Date(next_at) : 'never',
  );
  logger.info('dataset fetched', { org: record.org_id, source: record.source_id, isNew });
  return ended?.to_rebuild ? ended : undefined;
}

/** Builds indexes from the new version. One that is being built waits, and so does one beyond the limit of builds. */
async function rebuild(record: SourceRecord, user: UserRecord): Promise<void> {
  const now = new Date();
  const waiting: string[] = [];
  for (const indexId of record.to_rebuild ?? []) {
    const actor = { orgId: record.org_id, user };
    const outcome = await rebuildFromDataset(indexId, actor, record.file_key, now);
    logger.info('index to be built from a fetched dataset', { index: indexId, outcome });
    if (outcome === 'waits') waiting.push(indexId);
  }
  const isWaiting = waiting.length > 0;
  const retry = new Date(now.getTime() + sourceSettings.rebuildRetrySeconds * 1000);
  const next = record.next_at ? new Date(record.next_at) : ('never' as const);
  await heldChange(
    record,
    { to_rebuild: isWaiting ? waiting : undefined, leased_until: now.toISOString() },
    isWaiting ? retry : next,
  );
}

async function forgetWork(record: SourceRecord): Promise<void> {
  // This worker may have begun it.
  const work = (await getSource(record))?.work;
  if (!work) return;
  await abortMultipartUpload(uploadOf(record, work));
  await heldChange(record, { work: undefined });
}

async function fail(record: SourceRecord, user: UserRecord, problem: string, now: Date) {
  await forgetWork(record);
  const failures = record.failures + 1;
  const isRepeated = record.every !== 'once';
  const stops = isRepeated && failures >= limits.sourceFailuresMax;
  const next_at = stops ? undefined : nextAfter(record, now);
  const failed = await heldChange(
    record,
    {
      state: stops ? 'stopped' : 'failed',
      problem,
      failures,
      next_at,
      leased_until: now.toISOString(),
    },
    record.to_rebuild ? now : next_at ? new Date(next_at) : 'never',
  );
  if (failed) await mailFailure(failed, user.email, problem, stops);
}

/** A source is fetched for somebody. If they have left, a colleague can begin it again. */
async function stop(record: SourceRecord, now: Date): Promise<void> {
  await forgetWork(record);
  await heldChange(
    record,
    {
      state: 'stopped',
      problem:
        'The person for whom it was fetched has left. Fetch it once, and it goes on for you.',
      next_at: undefined,
      to_rebuild: undefined,
      leased_until: now.toISOString(),
    },
    'never',
  );
}
