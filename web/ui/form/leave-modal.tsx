import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Modal } from '#web/ui/feedback/modal.tsx';

interface LeaveModalProps {
  /** Whether leaving the page would lose something. */
  active: boolean;
  title: string;
  /** Leaves the page. */
  children: string;
  leaveLabel: string;
  /** Called when somebody leaves anyway. */
  onLeave?: () => void;
}

/**
 * Asks before somebody leaves a page with unsaved changes. It does not ask on the way to the sign-in: the session is
 * over then, and the page cannot stay.
 */
export function LeaveModal({ active, title, children, leaveLabel, onLeave }: LeaveModalProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== '/sign-in',
  );
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
  const stay = () => blocker.reset?.();
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={stay} title={title}>
      <Stack>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              onLeave?.();
              blocker.proceed?.();
            }}
          >
            {leaveLabel}
          </Button>
          <Button onClick={stay} data-autofocus>
            Stay
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
