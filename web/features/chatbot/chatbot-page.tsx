import { Button } from '@mantine/core';
import { IconFilter, IconMessages, IconPlus, IconThumbUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { isOver } from '#web/api/chat-run.ts';
import type { Addable } from '#web/api/projects.ts';
import { warmChatQuery } from '#web/api/warm.ts';
import { describeDexi } from '#web/lib/describe-dexi.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { countFilters, kindCodeProblem, noFilters, toChatFilters } from './chat-filters.ts';
import classes from './chatbot-page.module.css';
import chips from './chips.module.css';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { FeedbackPanel } from './feedback-panel.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { PatentActions } from './open-document.ts';
import type { DocumentPlace } from './opened-document.tsx';
import { Sheet, useIsWide } from './sheet.tsx';
import { Suggestions } from './suggestions.tsx';
import { ThreadList } from './thread-list.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { UnderstoodFilters } from './understood-filters.tsx';
import { useConversation } from './use-conversation.ts';

/** Only people who open a source need the code that shows it. */
const OpenedDocument = lazy(async () => ({
  default: (await import('./opened-document.tsx')).OpenedDocument,
}));

interface ChatbotPageProps {
  /** Whether somebody is signed in: their conversations are kept and listed. */
  authorize: boolean;
  /** Text that the message begins with. Nothing is sent by itself. */
  draft?: string;
  /** What can be done with a patent that an answer cites. */
  actionsOf?: PatentActions | undefined;
  /** Absent where nobody is signed in. */
  onAddToProject?: ((conversation: Addable) => void) | undefined;
}

type OpenSheet = 'conversations' | 'filters' | 'feedback';

/** Dexi, the patent assistant. */
export function ChatbotPage(props: ChatbotPageProps) {
  const { authorize, draft: begun = '', actionsOf, onAddToProject } = props;
  useQuery(warmChatQuery);
  const isWide = useIsWide();
  const conversation = useConversation(authorize);
  const { thread, title, busy, run, ask, open, stop, isStopping } = conversation;
  const [filters, setFilters] = useState(noFilters);
  const [draft, setDraft] = useState(begun);
  const [opened, setOpened] = useState<DocumentPlace>();
  const [sheet, setSheet] = useState<OpenSheet>();
  const field = useRef<HTMLTextAreaElement>(null);
  const onOpen = useCallback(
    (ucid: string, place: ChatCitation['place'] = null) => setOpened({ ucid, place }),
    [],
  );
  const closeSheet = () => setSheet(undefined);
  const write = (text: string) => {
    setDraft(text);
    field.current?.focus();
  };
  const problem = kindCodeProblem(filters) && 'Please correct the kind code in the filters.';
  const askNow = (text: string, insteadOf?: string) =>
    problem ? write(text) : void ask(text, toChatFilters(filters), insteadOf);
  const send = async () => {
    if (await ask(draft.trim(), toChatFilters(filters))) setDraft('');
  };
  const openThread = (next: typeof thread) => {
    open(next);
    closeSheet();
    setOpened(undefined);
    field.current?.focus();
  };
  const count = countFilters(filters);
  return (
    <div className={classes.page} data-fills-screen>
      <PageHeader
        // A phone has no room for it beside a conversation.
        description={(isWide || thread === null) && describeDexi}
        actions={
          <>
            {thread && title !== undefined && (
              <ThreadMenu
                {...{ thread, title, onAddToProject }}
                onDeleted={() => openThread(null)}
              />
            )}
            {authorize && (
              <Button
                variant="default"
                leftSection={<IconMessages size={16} stroke={1.6} />}
                onClick={() => setSheet('conversations')}
              >
                Conversations
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.6} />}
              disabled={thread === null}
              onClick={() => openThread(null)}
            >
              New conversation
            </Button>
          </>
        }
      />
      <div className={classes.columns}>
        <section className={classes.chat} aria-label="Chat">
          <Conversation
            conversation={conversation}
            onOpen={onOpen}
            onAsk={askNow}
            actionsOf={authorize ? actionsOf : undefined}
            empty={<Suggestions onChoose={write} />}
          />
          <div className={chips.row}>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconFilter size={14} stroke={1.6} />}
              onClick={() => setSheet('filters')}
            >
              {count > 0 ? `Filters (${count})` : 'Filters'}
            </Button>
            <FilterChips fields={filters} onChange={setFilters} />
            <UnderstoodFilters
              run={busy ? undefined : run}
              disabled={problem !== undefined}
              onLift={askNow}
            />
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconThumbUp size={14} stroke={1.6} />}
              onClick={() => setSheet('feedback')}
            >
              Feedback
            </Button>
          </div>
          <Composer
            ref={field}
            draft={draft}
            onDraft={setDraft}
            busy={busy}
            problem={problem}
            onSend={() => void send()}
            onStop={run && !isOver(run) && busy ? stop : undefined}
            stopping={isStopping}
          />
        </section>
        {opened && (
          <Suspense>
            <OpenedDocument {...opened} onClose={() => setOpened(undefined)} />
          </Suspense>
        )}
      </div>
      {authorize && (
        <Sheet
          title="Conversations"
          side="left"
          opened={sheet === 'conversations'}
          onClose={closeSheet}
        >
          <ThreadList current={thread} onOpen={openThread} onAddToProject={onAddToProject} />
        </Sheet>
      )}
      <Sheet title="Filters" side="right" opened={sheet === 'filters'} onClose={closeSheet}>
        <FilterPanel fields={filters} onChange={setFilters} />
      </Sheet>
      <Sheet title="Feedback" side="right" opened={sheet === 'feedback'} onClose={closeSheet}>
        <FeedbackPanel
          about={thread && run && isOver(run) ? { thread, runId: run.id } : undefined}
        />
      </Sheet>
    </div>
  );
}
