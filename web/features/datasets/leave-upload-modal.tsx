import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

/**
 * Leaving the page ends its uploads, so it asks first; not on the way to the sign-in, for then the
 * session is over and the page cannot stay.
 */
export function LeaveUploadModal({ active }: { active: boolean }) {
  const blocker = useBlocker(({ nextLocation }) => active && nextLocation.pathname !== '/sign-in');
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
  const stay = () => blocker.reset?.();
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={stay} title="An upload is running">
      <Stack>
        <Text size="sm">Leaving this page cancels it.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            Cancel the upload and leave
          </Button>
          <Button onClick={stay} data-autofocus>
            Stay
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
