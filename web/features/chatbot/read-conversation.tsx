import { useState } from 'react';
import type { ChatMessage } from '#shared/contract/chat.ts';
import classes from './conversation.module.css';
import { SaidMessage } from './conversation.tsx';
import { type DocumentPlace, OpenedDocument } from './opened-document.tsx';

/** What a conversation says. It is only read. */
export function ReadConversation({ items }: { items: readonly ChatMessage[] }) {
  const [opened, setOpened] = useState<DocumentPlace>();
  return (
    <>
      <ol className={classes.messages} aria-label="Conversation">
        {items.map((message) => (
          <SaidMessage
            key={message.id}
            message={message}
            asker="Question"
            onOpen={(ucid, place = null) => setOpened({ ucid, place })}
          />
        ))}
      </ol>
      {opened && <OpenedDocument isOver {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
