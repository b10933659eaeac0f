import { useLoaderData, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { threadsQuery } from '#web/api/chat-threads.ts';
import { authorizeFlag } from '#web/app/guards.ts';
import { ChatbotPage } from '#web/features/chatbot/chatbot-page.tsx';
import { AddToList } from '#web/features/lists/add-to-list.tsx';
import { queryClient } from '#web/lib/query-client.ts';

/** Returns whether somebody is signed in, and starts loading their conversations. */
export async function loader() {
  const authorized = await authorizeFlag();
  if (authorized) void queryClient.prefetchInfiniteQuery(threadsQuery);
  return authorized;
}

export function Component() {
  const authorize = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const draft = (query.get('draft') ?? '').slice(0, limits.chatMessageMaxLength);
  return (
    <ChatbotPage
      authorize={authorize}
      draft={draft}
      actionsOf={(ucid, title) => (
        <AddToList document={{ index_id: 'us_patents', id: ucid }} title={title} isQuiet />
      )}
    />
  );
}
