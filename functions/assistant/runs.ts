import { getRecord } from '#core/storage/records.ts';
import {
  put,
  type TransactItems,
  tryOverwrite,
  tryUpdate,
  tryWrite,
  update,
} from '#core/storage/writes.ts';
import { conversations } from '#tables/conversations.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { addSizes, type ItemContent, sizeNames, sizesOf, stepItem } from './thread-items.ts';

export type RunRecord = RecordOf<typeof conversations.run>;
type Changes = Partial<Omit<RunRecord, 'run_id' | 'thread_id'>>;

export const getRun = (threadId: string, runId: string): Promise<RunRecord | undefined> =>
  getRecord('dynamodb:GetItem Conversations', conversations.run, {
    thread_id: threadId,
    run_id: runId,
  });

/** Begins a run; false when another one is at work in the thread, or the thread is gone. */
export async function putRun(run: RunRecord): Promise<boolean> {
  const { thread_id, run_id } = run;
  const active = update('dynamodb:UpdateItem Conversations', conversations.thread, run, {
    UpdateExpression: 'SET active_run = :run, last_run = :run',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(active_run)',
    ExpressionAttributeValues: { ':run': run_id },
  });
  const key = conversations.run.key({ thread_id, run_id });
  const begun = put('dynamodb:PutItem Conversations', conversations.run, key, run);
  return !(await tryWrite([active, begun]));
}

/**
 * Gives a run to this worker; undefined if it has ended, another worker holds it, or it waits for a browser. If the SDK
 * repeats the call, the equal lease lets it pass. Of two workers with the same lease, only the last may write.
 */
export async function claimRun(
  run: RunRecord,
  leasedUntil: Date,
  now: Date,
): Promise<RunRecord | undefined> {
  const claim = update('dynamodb:UpdateItem Conversations', conversations.run, run, {
    UpdateExpression: 'SET #status = :working, leased_until = :until ADD claims :one, tries :one',
    ConditionExpression:
      '#status = :queued OR (#status = :working AND (leased_until < :now OR leased_until = :until)) OR (#status = :waiting AND answer_until < :now)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':working': 'in_progress',
      ':queued': 'queued',
      ':waiting': 'requires_action',
      ':until': leasedUntil.toISOString(),
      ':now': now.toISOString(),
      ':one': 1,
    },
  });
  return tryUpdate(conversations.run, claim);
}

/** This worker still holds the run, and nobody has stopped it. */
const held = {
  ConditionExpression: '#status = :working AND claims = :claims',
  ExpressionAttributeNames: { '#status': 'status' },
};
const heldValues = ({ claims }: RunRecord) => ({ ':working': 'in_progress', ':claims': claims });

/** Shows more of the answer, and keeps the run for longer; false if this worker has lost it. */
export async function growAnswer(
  run: RunRecord,
  text: string,
  leasedUntil: Date,
): Promise<boolean> {
  const grown = update('dynamodb:UpdateItem Conversations', conversations.run, run, {
    ...held,
    UpdateExpression: 'SET #text = :text, leased_until = :until',
    ExpressionAttributeNames: { ...held.ExpressionAttributeNames, '#text': 'text' },
    ExpressionAttributeValues: {
      ...heldValues(run),
      ':text': text,
      ':until': leasedUntil.toISOString(),
    },
  });
  return tryOverwrite(grown);
}

/**
 * Writes what a run adds to its thread, and that it goes on, in one transaction. Of two writers that know the same run,
 * one succeeds; to a thread that is deleted nothing is added.
 * @returns the changed run; undefined if another writer changed it meanwhile
 */
export const stepRun = (
  run: RunRecord,
  contents: readonly ItemContent[],
  changes: Changes & { status: Exclude<RunRecord['status'], Ending> },
  now: Date,
): Promise<RunRecord | undefined> => change(run, contents, changes, grown(run, contents), now);

/**
 * The same for the end of a run, which frees its thread for the next question. The record loses who asked, because an
 * erasure would not find them in the conversation of a visitor.
 */
export async function endRun(
  run: RunRecord,
  contents: readonly ItemContent[],
  changes: Changes & { status: Ending },
  now: Date,
): Promise<RunRecord | undefined> {
  const forgotten = { ...changes, user_id: undefined, org_id: undefined };
  return change(run, contents, forgotten, released(run, contents), now);
}

async function change(
  run: RunRecord,
  contents: readonly ItemContent[],
  changes: Changes & Pick<RunRecord, 'status'>,
  ofThread: TransactItems[number],
  now: Date,
): Promise<RunRecord | undefined> {
  const next: RunRecord = { ...run, tries: 0, ...changes, steps: run.steps + contents.length };
  const key = conversations.run.key(run);
  const step: TransactItems = [
    put('dynamodb:PutItem Conversations', conversations.run, key, next, {
      ConditionExpression: '#status = :status AND claims = :claims AND steps = :steps',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': run.status,
        ':claims': run.claims,
        ':steps': run.steps,
      },
    }),
    ofThread,
    ...contents.map((content, index) => stepItem(run, run.steps + index, content, now)),
  ];
  const refusal = await tryWrite(step, step.length);
  return refusal ? undefined : next;
}

const endings = ['completed', 'failed', 'cancelled', 'expired'] as const;
type Ending = (typeof endings)[number];

/** Whether a run has ended. */
export const isOver = ({ status }: Pick<RunRecord, 'status'>) =>
  endings.some((ending) => ending === status);

/** Counts what is added to the thread, which must exist. */
const grown = (run: RunRecord, contents: readonly ItemContent[]) =>
  update('dynamodb:UpdateItem Conversations', conversations.thread, run, {
    UpdateExpression: addSizes,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: sizeNames,
    ExpressionAttributeValues: sizesOf(contents),
  });

/** The same, and frees the thread for the next question. */
const released = (run: RunRecord, contents: readonly ItemContent[]) =>
  update('dynamodb:UpdateItem Conversations', conversations.thread, run, {
    UpdateExpression: `REMOVE active_run ${addSizes}`,
    ConditionExpression: 'active_run = :run',
    ExpressionAttributeNames: sizeNames,
    ExpressionAttributeValues: { ':run': run.run_id, ...sizesOf(contents) },
  });
