import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { eraseAccount } from '#web/api/personal-data.ts';
import { useSignOut } from '#web/api/sessions.ts';
import { useUser } from '#web/api/user.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { EraseAccountForm } from './erase-account-form.tsx';

/** Erases the account after a confirmation, which stays open until that is done or has failed. */
export function EraseAccount() {
  const { auth_user_id, email } = useUser();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const erasure = useMutation(eraseAccount(auth_user_id, email));
  const erase = (withOrganization: boolean) =>
    erasure.mutate(withOrganization, { onSuccess: () => signOut('/sign-in?erased=1') });
  const close = () => {
    if (erasure.isPending) return;
    erasure.reset();
    setOpened(false);
  };
  return (
    <Stack maw={560}>
      <Text size="sm">
        Your account and your personal data are deleted. What you made for an organization with
        other people stays there without your name. This cannot be undone.
      </Text>
      <Group>
        <Button color="red" variant="outline" onClick={() => setOpened(true)}>
          Erase my account
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title="Erase my account">
        <EraseAccountForm
          erase={erase}
          erasing={erasure.isPending}
          error={erasure.error}
          onClose={close}
          onSettings={() => navigate('/settings')}
          onSignInAgain={() => void signOut('/sign-in?from=%2Fprofile')}
        />
      </Modal>
    </Stack>
  );
}
