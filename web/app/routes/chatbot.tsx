import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { threadsQuery } from '#web/api/chat-threads.ts';
import { authorizeFlag } from '#web/app/guards.ts';
import { ChatbotPage } from '#web/features/chatbot/chatbot-page.tsx';
import { AddToList } from '#web/features/lists/add-to-list.tsx';
import { useAddToProject } from '#web/features/projects/use-add-to-project.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { rememberThread } from '#web/lib/stored-thread.ts';

/** Returns whether somebody is signed in, and starts loading their conversations. Opens the one that the address names. */
export async function loader({ params: { threadId } }: LoaderFunctionArgs) {
  const authorized = await authorizeFlag();
  // A visitor has one conversation, whose token would be lost.
  if (authorized && threadId !== undefined) rememberThread(threadId);
  if (authorized) void queryClient.prefetchInfiniteQuery(threadsQuery);
  return authorized;
}

export function Component() {
  const authorize = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const [addToProject, dialog] = useAddToProject();
  const draft = (query.get('draft') ?? '').slice(0, limits.chatMessageMaxLength);
  return (
    <>
      <ChatbotPage
        authorize={authorize}
        draft={draft}
        actionsOf={(ucid, title) => (
          <AddToList documents={[{ index_id: 'us_patents', id: ucid, title }]} isQuiet />
        )}
        onAddToProject={authorize ? addToProject : undefined}
      />
      {dialog}
    </>
  );
}
