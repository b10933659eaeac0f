import { newId } from '#core/runtime/ids.ts';
import { put, write } from '#core/storage/writes.ts';
import { conversations } from '#tables/conversations.ts';
import type { RunRecord } from './runs.ts';
import { chatExpiry } from './threads.ts';

/** Stores a person's feedback on a run or on the assistant. It replaces their earlier feedback. */
export async function putFeedback(
  { intent, text }: { intent: boolean; text: string },
  about: RunRecord | undefined,
  now: Date,
): Promise<void> {
  const created_at = now.toISOString();
  const record = { intent, text, created_at, expires_at: chatExpiry(now) };
  const { runFeedback, feedback } = conversations;
  const day = created_at.slice(0, 10);
  await write(
    about
      ? put('dynamodb:PutItem Conversations', runFeedback, runFeedback.key(about), record)
      : put(
          'dynamodb:PutItem Conversations',
          feedback,
          feedback.key({ day, feedback_id: newId('fbk') }),
          record,
        ),
  );
}
