import { publicOrigin } from '#core/runtime/config.ts';
import { leaveToken, listSubscribers } from '../newsletter.ts';

interface ListRequest {
  /** `next` of the page before. */
  start?: Record<string, unknown>;
}

/** Subscribers of the newsletter with their unsubscribe links, page by page. An operator starts it. */
export async function handler({ start }: ListRequest) {
  const { subscribers, next } = await listSubscribers(start);
  return {
    subscribers: subscribers.map((subscriber) => ({
      email: subscriber.email,
      confirmed_at: subscriber.confirmed_at,
      leave_link: `${publicOrigin()}/newsletter#leave=${leaveToken(subscriber)}`,
    })),
    next,
  };
}
