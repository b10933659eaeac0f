/** How the assistant does, by day: counts of answers, quotes, statements and opinions. They say nothing of who asked what. */
import { queryAll } from '#core/storage/queries.ts';
import { update, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { conversations } from '#tables/conversations.ts';
import type { RecordOf } from '#tables/define-table.ts';
import type { Support } from './check-support.ts';
import type { RunRecord } from './runs.ts';

type DayRecord = RecordOf<typeof conversations.assistantDay>;
type Counts = Partial<Omit<DayRecord, 'day' | 'expires_at'>>;

const secondsPerDay = 86_400;

async function add(counts: Counts, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const entries = Object.entries(counts).filter(([, count]) => count > 0);
  if (entries.length === 0) return;
  const expires = Math.floor(Date.parse(day) / 1000) + limits.usageDays * secondsPerDay;
  const change = update(
    'dynamodb:UpdateItem Conversations',
    conversations.assistantDay,
    { day },
    {
      UpdateExpression: `SET #day = :day, expires_at = :expires ADD ${entries.map(([name]) => `${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: {
        ':day': day,
        ':expires': expires,
        ...Object.fromEntries(entries.map(([name, count]) => [`:${name}`, count])),
      },
    },
  );
  await write(change);
}

/** Counts an answer with its quotes and its statements. */
export const countAnswer = (
  { quotes, support }: { quotes: NonNullable<RunRecord['quotes']>; support: Support | undefined },
  now: Date,
): Promise<void> =>
  add(
    {
      answers: 1,
      quotes: quotes.verified + quotes.repaired + quotes.unverified,
      verified_quotes: quotes.verified,
      statements: support?.statements ?? 0,
      supported_statements: support?.supported ?? 0,
    },
    now,
  );

export const countFailure = (now: Date): Promise<void> => add({ failures: 1 }, now);

/** Counts what somebody thinks of an answer. */
export const countOpinion = (intent: boolean, now: Date): Promise<void> =>
  add(intent ? { helped: 1 } : { not_helped: 1 }, now);

/** The days from one to another that have counts, the earliest first. */
export async function listDays(from: string, to: string): Promise<DayRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Conversations',
    conversations.assistantDays,
    {},
    { range: { between: [from, to] } },
  );
  return found.map(({ record }) => record);
}
