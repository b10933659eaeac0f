import { Loader, VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { ChatMessage } from '#shared/contract/chat.ts';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { CitationList } from './citation-list.tsx';
import classes from './conversation.module.css';
import { describeWork } from './describe-work.ts';
import type { OpenDocument } from './open-document.ts';
import { RunNotice } from './run-notice.tsx';
import type { Conversation as ConversationState } from './use-conversation.ts';

/** The parser of Markdown is large, and an empty page needs none. */
const AnswerText = lazy(async () => ({
  default: (await import('./answer-text.tsx')).AnswerText,
}));

interface ConversationProps {
  conversation: ConversationState;
  onOpen: OpenDocument;
  /** Shown until something is asked. */
  empty: ReactNode;
}

/** Questions and answers, the earliest first, and what Dexi is doing now. */
export function Conversation({ conversation, onOpen, empty }: ConversationProps) {
  const { messages, loadError, reload, phase, busy, run } = conversation;
  const list = useRef<HTMLOListElement>(null);
  const isStored = run && messages?.some(({ run_id, isUser }) => run_id === run.id && !isUser);
  const partialAnswer = isStored ? '' : (run?.text ?? '');
  const work = describeWork(phase, run);
  const questions = messages?.filter(({ isUser }) => isUser).length ?? 0;
  // Scrolls when a question is asked and when its answer begins, but not while the answer grows.
  const shown = (messages?.length ?? 0) + (partialAnswer ? 1 : 0);
  useEffect(() => {
    if (shown > 0 && questions > 1) lastQuestion(list.current)?.scrollIntoView();
  }, [shown, questions]);
  if (loadError) {
    return (
      <ErrorPanel
        title="The conversation could not be loaded"
        error={loadError}
        onRetry={() => void reload()}
      />
    );
  }
  if (!messages) return <ContentSkeleton shape="text" />;
  return (
    <>
      {messages.length === 0 && !busy && empty}
      <ol ref={list} className={classes.messages} aria-label="Conversation">
        {messages.map((message) => (
          <Message key={message.id} message={message} onOpen={onOpen} />
        ))}
        {partialAnswer && (
          <li className={classes.message} aria-busy={busy}>
            <Answer text={partialAnswer} citations={[]} onOpen={onOpen} />
          </li>
        )}
      </ol>
      {work && (
        <p className={classes.work}>
          <Loader size={14} type="dots" aria-hidden />
          {work}
        </p>
      )}
      <RunNotice conversation={conversation} />
      {/* Announces only the state: reading out each word of a growing answer would be too much. */}
      <VisuallyHidden role="status">
        {busy ? 'Dexi is searching' : run?.status === 'completed' && 'Dexi has answered'}
      </VisuallyHidden>
    </>
  );
}

function Message({ message, onOpen }: { message: ChatMessage; onOpen: OpenDocument }) {
  const { isUser, text, citations } = message;
  return (
    <li className={classes.message} data-question={isUser}>
      {isUser ? (
        <>
          <h2 className={classes.speaker}>You</h2>
          <p className={classes.question}>{text}</p>
        </>
      ) : (
        <Answer text={text} citations={citations} onOpen={onOpen} />
      )}
    </li>
  );
}

function Answer({
  text,
  citations,
  onOpen,
}: Pick<ChatMessage, 'text' | 'citations'> & { onOpen: OpenDocument }) {
  return (
    <>
      <h2 className={classes.speaker}>Dexi</h2>
      <Suspense fallback={<p className={classes.question}>{text}</p>}>
        <AnswerText text={text} citations={citations} onOpen={onOpen} />
      </Suspense>
      <CitationList citations={citations} onOpen={onOpen} />
    </>
  );
}

const lastQuestion = (list: HTMLOListElement | null) =>
  Array.from(list?.querySelectorAll('[data-question="true"]') ?? []).at(-1);
