import { Anchor, Text } from '@mantine/core';
import { messageOf, requestIdOf } from '#web/lib/errors.ts';

interface ErrorTextProps {
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Red text under a table about data that could not be loaded. */
export function ErrorText({ title, error, onRetry }: ErrorTextProps) {
  const requestId = requestIdOf(error);
  return (
    <Text component="div" c="var(--danger)" size="sm" role="alert">
      <span>
        {title}: {messageOf(error)}
        {requestId && ` Request id ${requestId}.`}
      </span>{' '}
      <Anchor component="button" type="button" inherit onClick={onRetry}>
        Try again
      </Anchor>
    </Text>
  );
}
