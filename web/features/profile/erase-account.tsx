import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUser } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { useSignOut } from '#web/lib/auth/use-sign-out.ts';
import { EraseAccountForm } from './erase-account-form.tsx';

/** Opens the question whether the account is to be erased. It stays until that is done or has failed. */
export function EraseAccount() {
  const { auth_user_id, email } = useUser();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const erase = useMutation({
    mutationFn: (erase_organization: boolean) =>
      api('erase-user', { body: { auth_user_id, email, erase_organization } }),
    onSuccess: () => signOut('/sign-in?erased=1'),
  });
  const close = () => {
    if (erase.isPending) return;
    erase.reset();
    setOpened(false);
  };
  return (
    <Stack maw={560}>
      <Text size="sm">
        Your account is deleted at once, with everything that only you need. What you made for an
        organization with other people in it stays there without your name. This cannot be undone.
      </Text>
      <Group>
        <Button color="red" variant="outline" onClick={() => setOpened(true)}>
          Erase my account
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title="Erase my account">
        <EraseAccountForm
          erase={erase}
          onClose={close}
          onSettings={() => navigate('/settings')}
          onSignInAgain={() => void signOut('/sign-in?from=%2Fprofile')}
        />
      </Modal>
    </Stack>
  );
}
