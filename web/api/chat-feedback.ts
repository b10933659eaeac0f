import { mutationOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import type { ThreadRef } from './chat-threads.ts';

interface Feedback {
  /** Whether the answer helped. */
  intent: boolean;
  text: string;
  /** The answer that it refers to. */
  about: { thread: ThreadRef; runId: string } | undefined;
}

/** Says whether Dexi helped. */
export const sendFeedback = mutationOptions({
  mutationFn: ({ intent, text, about }: Feedback) =>
    api('create-feedback', {
      body: {
        intent,
        userFeedback: text,
        thread_id: about?.thread.id,
        run_id: about?.runId,
      },
      threadToken: about?.thread.token,
    }),
});
