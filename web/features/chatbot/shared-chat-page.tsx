import { useQuery } from '@tanstack/react-query';
import { sharedChatQuery } from '#web/api/chat-threads.ts';
import { codeOf, messageOf } from '#web/lib/errors.ts';
import { formatDate } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { ReadConversation } from './read-conversation.tsx';

/** A conversation that somebody shared. It is only read. */
export function SharedChatPage({ token }: { token: string }) {
  const shared = useQuery(sharedChatQuery(token));
  const { data } = shared;
  return (
    <>
      <PageHeader
        title={data?.title}
        description={
          data &&
          `A conversation with Dexi, the patent assistant, that somebody shared with you until ${formatDate(data.ends_at)}. Dexi can be wrong: open its sources.`
        }
      />
      {codeOf(shared.error) === 'ShareNotFound' ? (
        <EmptyState title="The link has ended">{messageOf(shared.error)}</EmptyState>
      ) : (
        <Loaded
          query={shared}
          failure="This conversation cannot be shown"
          skeleton={{ shape: 'text' }}
        >
          {({ items }) => <ReadConversation items={items} />}
        </Loaded>
      )}
    </>
  );
}
