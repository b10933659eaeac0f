import type { Change } from './writes.ts';

/** A bucket that holds `burst` tokens at most and gains one every `intervalMs`. */
export interface BucketPolicy {
  burst: number;
  intervalMs: number;
  /** What one call takes; 1 if absent. Of more than `burst`, a full bucket is enough, and the next call waits longer. */
  tokens?: number;
}

/** The part of a record that is the bucket. */
interface Stored {
  tat?: number | undefined;
}

/** The record that holds a bucket beside what else is in it. */
export interface Bucket<R extends Stored> {
  read: () => Promise<R | undefined>;
  /** Returns the changed record, or undefined if the condition of the change did not hold. */
  change: (change: Change) => Promise<R | undefined>;
  /** Must hold too, with `values`. Without one, a bucket that does not exist yet is a full one. */
  condition?: string;
  values?: Record<string, unknown>;
  /** Attributes to set when a token is taken, and numbers to add to. */
  set?: Record<string, unknown>;
  add?: Record<string, number>;
}

export type Taken<R extends Stored> =
  | { taken: true; record: R; remaining: number }
  /** `waitMs` from now there is a token again; `record` is undefined where nothing is stored. */
  | { taken: false; record: R | undefined; waitMs: number };

/**
 * Takes what a call takes: in one write if the last one was taken an interval ago, else in two.
 *
 * What is stored is one moment, `tat`: when the bucket will be full again, and one more could come
 * without waiting (generic cell rate algorithm). Both writes are relative or conditional on that
 * moment, so that callers at the same time never overwrite each other.
 *
 * @param nowMs when the caller began. A slow caller would be refused wrongly if others that began later were faster, so
 * a caller that is refused at that time, but not at the present one, tries again
 */
export async function takeToken<R extends Stored>(
  bucket: Bucket<R>,
  policy: BucketPolicy,
  nowMs: number,
): Promise<Taken<R>> {
  const result = await takeAt(bucket, policy, nowMs);
  if (result.taken) return result;
  const isFreeNow = result.missingMs > 0 && nowMs + result.missingMs <= Date.now();
  const again = isFreeNow ? await takeAt(bucket, policy, Date.now()) : result;
  return again.taken ? again : { ...again, waitMs: Math.max(1, again.missingMs) };
}

type TakenAt<R extends Stored> =
  | Extract<Taken<R>, { taken: true }>
  /** A token is free in `missingMs`; not positive if another condition of the bucket does not hold. */
  | { taken: false; record: R | undefined; missingMs: number };

async function takeAt<R extends Stored>(
  bucket: Bucket<R>,
  { burst, intervalMs, tokens = 1 }: BucketPolicy,
  nowMs: number,
): Promise<TakenAt<R>> {
  const takenMs = tokens * intervalMs;
  const latest = nowMs + Math.max(0, burst * intervalMs - takenMs);
  const record =
    (await changed(bucket, '(attribute_not_exists(tat) OR tat <= :now)', ':next', {
      ':now': nowMs,
      ':next': nowMs + takenMs,
    })) ??
    (await changed(bucket, '(tat > :now AND tat <= :latest)', 'tat + :taken', {
      ':now': nowMs,
      ':latest': latest,
      ':taken': takenMs,
    }));
  if (record) {
    const usedMs = Number(record.tat) - nowMs;
    return { taken: true, record, remaining: Math.max(0, burst - Math.ceil(usedMs / intervalMs)) };
  }
  const stored = await bucket.read();
  return { taken: false, record: stored, missingMs: Number(stored?.tat ?? 0) - latest };
}

/** The changed record; undefined if a condition did not hold. */
function changed<R extends Stored>(
  { change, condition, values, set = {}, add = {} }: Bucket<R>,
  when: string,
  tat: string,
  times: Record<string, unknown>,
): Promise<R | undefined> {
  const names = Object.keys(set);
  const added = Object.keys(add).map((name) => `${name} :add_${name}`);
  const assignments = [`tat = ${tat}`, ...names.map((name) => `${name} = :set_${name}`)];
  return change({
    UpdateExpression: `SET ${assignments.join(', ')}${added.length > 0 ? ` ADD ${added.join(', ')}` : ''}`,
    ConditionExpression: condition ? `${when} AND ${condition}` : when,
    ExpressionAttributeValues: {
      ...times,
      ...values,
      ...Object.fromEntries(names.map((name) => [`:set_${name}`, set[name]])),
      ...Object.fromEntries(Object.entries(add).map(([name, by]) => [`:add_${name}`, by])),
    },
  });
}
