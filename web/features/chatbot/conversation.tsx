import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#shared/contract/chat.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { CitationList } from './citation-list.tsx';
import classes from './conversation.module.css';
import { describeWork } from './describe-work.ts';
import { FollowUps } from './follow-ups.tsx';
import type { OpenDocument, PatentActions } from './open-document.ts';
import { QuestionActions } from './question-actions.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { RunNotice } from './run-notice.tsx';
import type { Conversation as ConversationState } from './use-conversation.ts';

/** The parser of Markdown is large, and an empty page needs none. */
const AnswerText = lazy(async () => ({
  default: (await import('./answer-text.tsx')).AnswerText,
}));

interface ConversationProps {
  conversation: ConversationState;
  onOpen: OpenDocument;
  /** Asks at the end, or in the place of an earlier question. */
  onAsk: (question: string, insteadOf?: string) => void;
  actionsOf: PatentActions | undefined;
  /** Shown until something is asked. */
  empty: ReactNode;
}

/** Questions and answers, the earliest first, and what Dexi is doing now. It scrolls, and the page does not. */
export function Conversation(props: ConversationProps) {
  const { messages, phase, run, unloaded, open } = props.conversation;
  const box = useRef<HTMLElement>(null);
  const partialAnswer = partialAnswerOf(props.conversation);
  const questions = messages?.filter(({ isUser }) => isUser).length ?? 0;
  // Scrolls when a question is asked and when its answer begins, but not while the answer grows.
  const shown = (messages?.length ?? 0) + (partialAnswer ? 1 : 0);
  useEffect(() => {
    if (shown > 0 && questions > 1) scrollToLastQuestion(box.current!);
  }, [shown, questions]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll it
    <section ref={box} className={classes.box} tabIndex={0} aria-label="Questions and answers">
      {unloaded && (
        <Notice>
          <p className={classes.happened}>
            Your last conversation could not be loaded, so a new one has begun.
          </p>
          <Button mt="xs" variant="default" size="compact-sm" onClick={() => open(unloaded)}>
            Open the last one again
          </Button>
        </Notice>
      )}
      <Messages {...props} partialAnswer={partialAnswer} work={describeWork(phase, run)} />
    </section>
  );
}

/** The answer so far, until it is one of the messages. */
function partialAnswerOf({ messages, run }: ConversationState): string {
  const isStored = messages?.some(({ run_id, isUser }) => run_id === run?.id && !isUser);
  // The answer to a question that was replaced is gone, and the new one has no run yet.
  const isOlder =
    run && run.created_at < (messages?.findLast(({ isUser }) => isUser)?.created_at ?? '');
  return isStored || isOlder ? '' : (run?.text ?? '');
}

interface MessagesProps extends ConversationProps {
  partialAnswer: string;
  work: string | undefined;
}

function Messages(props: MessagesProps) {
  const { conversation, onOpen, onAsk, actionsOf, empty, partialAnswer, work } = props;
  const { messages, loadError, reload, busy, run } = conversation;
  const last = messages?.at(-1);
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
      <ol className={classes.messages} aria-label="Conversation">
        {messages.map((message) => (
          <Message key={message.id} message={message} {...props} />
        ))}
        {partialAnswer && (
          <li className={classes.message} aria-busy={busy}>
            <Answer text={partialAnswer} citations={[]} onOpen={onOpen} actionsOf={actionsOf} />
          </li>
        )}
      </ol>
      {last && !last.isUser && !busy && <FollowUps citations={last.citations} onAsk={onAsk} />}
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

function Message(props: ConversationProps & { message: ChatMessage }) {
  const { message, conversation, onOpen, onAsk, actionsOf } = props;
  const { busy, messages } = conversation;
  const [isEdited, setEdited] = useState(false);
  if (isEdited)
    return (
      <li className={classes.message} data-question>
        <QuestionEditor
          text={message.text}
          isFollowed={messages?.at(-1)?.id !== message.id}
          disabled={busy}
          onAsk={(text) => {
            setEdited(false);
            onAsk(text, message.id);
          }}
          onCancel={() => setEdited(false)}
        />
      </li>
    );
  return (
    <SaidMessage message={message} onOpen={onOpen} actionsOf={actionsOf} asker="You">
      {message.isUser ? (
        <QuestionActions
          disabled={busy}
          onEdit={() => setEdited(true)}
          onAsk={() => onAsk(message.text)}
        />
      ) : (
        <AnswerActions message={message} thread={conversation.thread} />
      )}
    </SaidMessage>
  );
}

interface SaidMessageProps {
  message: ChatMessage;
  onOpen: OpenDocument;
  actionsOf?: PatentActions | undefined;
  /** Over a question: who asked. */
  asker: string;
  /** What can be done with it. */
  children?: ReactNode;
}

/** A question or an answer. */
export function SaidMessage({ message, onOpen, actionsOf, asker, children }: SaidMessageProps) {
  const { isUser, text, citations } = message;
  return (
    <li className={classes.message} data-question={isUser}>
      {isUser ? (
        <>
          <h2 className={classes.speaker}>{asker}</h2>
          <p className={classes.question}>{text}</p>
        </>
      ) : (
        <Answer text={text} citations={citations} onOpen={onOpen} actionsOf={actionsOf} />
      )}
      {children}
    </li>
  );
}

interface AnswerProps extends Pick<ChatMessage, 'text' | 'citations'> {
  onOpen: OpenDocument;
  actionsOf: PatentActions | undefined;
}

function Answer({ text, citations, onOpen, actionsOf }: AnswerProps) {
  return (
    <>
      <h2 className={classes.speaker}>Dexi</h2>
      <Suspense fallback={<ContentSkeleton shape="text" lines={3} />}>
        <AnswerText text={text} citations={citations} onOpen={onOpen} />
      </Suspense>
      <CitationList citations={citations} onOpen={onOpen} actionsOf={actionsOf} />
    </>
  );
}

/** Moves only this box: `scrollIntoView` would move the page too. */
function scrollToLastQuestion(box: HTMLElement): void {
  const questions = box.querySelectorAll<HTMLElement>('[data-question="true"]');
  const last = Array.from(questions).at(-1);
  if (last) box.scrollTop = last.offsetTop - box.clientTop;
}
