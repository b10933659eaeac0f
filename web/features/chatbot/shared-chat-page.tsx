import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sharedChatQuery } from '#web/api/chat-threads.ts';
import { formatDate } from '#web/lib/format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import classes from './conversation.module.css';
import { SaidMessage } from './conversation.tsx';
import { type DocumentPlace, OpenedDocument } from './opened-document.tsx';

/** A conversation that somebody shared. It is only read. */
export function SharedChatPage({ token }: { token: string }) {
  const [opened, setOpened] = useState<DocumentPlace>();
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
      <Loaded
        query={shared}
        failure="This conversation cannot be shown"
        skeleton={{ shape: 'text' }}
      >
        {({ items }) => (
          <ol className={classes.messages} aria-label="Conversation">
            {items.map((message) => (
              <SaidMessage
                key={message.id}
                message={message}
                onOpen={(ucid, place = null) => setOpened({ ucid, place })}
              />
            ))}
          </ol>
        )}
      </Loaded>
      {opened && <OpenedDocument isOver {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
