import { Button, Group } from '@mantine/core';
import { isSubmitFailure } from '#web/api/chat-run.ts';
import { messageOf, requestIdOf } from '#web/lib/errors.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './conversation.module.css';
import type { RunPhase } from './run-phase.ts';
import type { Conversation } from './use-conversation.ts';

const endings: Partial<Record<RunPhase, string>> = {
  cancelled: 'You stopped this answer.',
  expired: 'Error: Dexi took too long to answer.',
  unanswered: 'This question has no answer yet.',
};

/** Says what failed or was stopped, and offers to continue. */
export function RunNotice({ conversation }: { conversation: Conversation }) {
  const { phase, busy, run, callError, lookError, goOn, open } = conversation;
  const error = callError ?? lookError;
  const failure = phase === 'failed' ? run?.last_error : null;
  const text = error ? textOf(error) : failure ? `Error: ${failure.message}` : endings[phase];
  if (!text) return null;
  const requestId = requestIdOf(error);
  return (
    <Notice kind={error || phase === 'failed' || phase === 'expired' ? 'danger' : 'info'}>
      <p className={classes.happened}>{text}</p>
      {busy && lookError && <p className={classes.happened}>This page keeps looking.</p>}
      {requestId && <p className={classes.requestId}>Request id {requestId}</p>}
      {!busy && phase !== 'idle' && (
        <Group mt="xs">
          {failure?.code === 'conversation_too_long' ? (
            <Button variant="default" size="compact-sm" onClick={() => open(null)}>
              New conversation
            </Button>
          ) : (
            <Button variant="default" size="compact-sm" onClick={goOn}>
              Go on
            </Button>
          )}
        </Group>
      )}
    </Notice>
  );
}

/** The text about outputs of tools that could not be submitted gets no prefix. */
const textOf = (error: unknown) =>
  isSubmitFailure(error) ? messageOf(error) : `Error: ${messageOf(error)}`;
