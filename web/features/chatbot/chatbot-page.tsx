import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { isOver } from '#web/api/chat-run.ts';
import { warmPatentsQuery } from '#web/api/warm.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { kindCodeProblem, noFilters, toChatFilters } from './chat-filters.ts';
import classes from './chatbot-page.module.css';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { DocumentModal, type OpenedDocument } from './document-modal.tsx';
import { FeedbackPanel } from './feedback-panel.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { Suggestions } from './suggestions.tsx';
import { ThreadList } from './thread-list.tsx';
import { UnderstoodFilters } from './understood-filters.tsx';
import { useConversation } from './use-conversation.ts';

interface ChatbotPageProps {
  /** Whether somebody is signed in: their conversations are kept and listed. */
  authorize: boolean;
  /** Text that the message begins with. Nothing is sent by itself. */
  draft?: string;
}

/** Dexi, the patent assistant. */
export function ChatbotPage({ authorize, draft: begun = '' }: ChatbotPageProps) {
  useQuery(warmPatentsQuery);
  const conversation = useConversation();
  const { thread, busy, run, ask, open, stop, isStopping } = conversation;
  const [filters, setFilters] = useState(noFilters);
  const [draft, setDraft] = useState(begun);
  const [opened, setOpened] = useState<OpenedDocument>();
  const field = useRef<HTMLTextAreaElement>(null);
  const onOpen = useCallback(
    (ucid: string, place: ChatCitation['place'] = null) => setOpened({ ucid, place }),
    [],
  );
  const write = (text: string) => {
    setDraft(text);
    field.current?.focus();
  };
  const send = async () => {
    if (await ask(draft.trim(), toChatFilters(filters))) setDraft('');
  };
  const openThread = (next: typeof thread) => {
    open(next);
    field.current?.focus();
  };
  return (
    <div className={classes.page} data-fills-screen>
      <PageHeader
        description="The patent assistant. It searches the patents, reads them and quotes what they say. It can be wrong: open its sources."
        actions={
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            disabled={thread === null}
            onClick={() => openThread(null)}
          >
            New conversation
          </Button>
        }
      />
      <div className={classes.columns}>
        <div className={classes.panels}>
          {authorize && <ThreadList current={thread} onOpen={openThread} />}
          <FilterPanel fields={filters} onChange={setFilters} />
          <FeedbackPanel
            about={thread && run && isOver(run) ? { thread, runId: run.id } : undefined}
          />
        </div>
        <section className={classes.chat} aria-label="Chat">
          <Conversation
            conversation={conversation}
            onOpen={onOpen}
            empty={<Suggestions onChoose={write} />}
          />
          <UnderstoodFilters
            run={busy ? undefined : run}
            disabled={kindCodeProblem(filters) !== undefined}
            onLift={(request) => void ask(request, toChatFilters(filters))}
          />
          <Composer
            ref={field}
            draft={draft}
            onDraft={setDraft}
            busy={busy}
            problem={kindCodeProblem(filters) && 'Please correct the kind code in the filters.'}
            onSend={() => void send()}
            onStop={run && !isOver(run) && busy ? stop : undefined}
            stopping={isStopping}
          />
        </section>
      </div>
      <DocumentModal document={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
}
