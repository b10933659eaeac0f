import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TeamMember, User } from '#shared/contract/users.ts';
import { errorCatalog } from '#shared/errors.ts';
import { teamQuery } from '#web/api/team.ts';
import { useUser } from '#web/api/user.ts';
import { codeOf } from '#web/lib/errors.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

interface EraseAccountFormProps {
  erase: (withOrganization: boolean) => void;
  erasing: boolean;
  error: Error | null;
  onClose: () => void;
  onSettings: () => void;
  onSignInAgain: () => void;
}

/** What happens to the organization when this person leaves. The server decides; this text only announces it. */
function consequenceOf(user: User, team: readonly TeamMember[]): 'leaves' | 'only-admin' | 'last' {
  const others = team.filter(({ email, status }) => email !== user.email && status === 'CONFIRMED');
  if (others.length === 0) return 'last';
  const staysLed = user.role !== 'admin' || others.some(({ role }) => role === 'admin');
  return staysLed ? 'leaves' : 'only-admin';
}

export function EraseAccountForm(props: EraseAccountFormProps) {
  const { erase, erasing, error, onClose, onSettings, onSignInAgain } = props;
  const user = useUser();
  const team = useQuery({ ...teamQuery, enabled: user.org_id !== undefined });
  const [typed, setTyped] = useState('');
  const [withOrganization, setWithOrganization] = useState(false);
  if (user.org_id && team.isError) return <FormError error={team.error} />;
  if (user.org_id && !team.data) return <ContentSkeleton shape="form" lines={1} />;
  const consequence = team.data ? consequenceOf(user, team.data) : 'leaves';
  if (consequence === 'only-admin') {
    return (
      <Stack>
        <Text size="sm">{errorCatalog.OnlyAdmin.message}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onSettings}>Open the settings</Button>
        </Group>
      </Stack>
    );
  }
  const last = consequence === 'last';
  const confirmed = typed.trim().toLowerCase() === user.email && (!last || withOrganization);
  const mustSignIn = codeOf(error) === 'SignInAgain';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmed) erase(last);
      }}
    >
      <Stack>
        <Text size="sm">
          You are signed out at once and nobody can sign in with this account again. We mail you
          when everything is erased.
        </Text>
        {last && (
          <Checkbox
            label="You are the last person in your organization. Also erase it, with all datasets, indexes, API keys, pending invitations and its audit trail"
            checked={withOrganization}
            onChange={(event) => setWithOrganization(event.currentTarget.checked)}
          />
        )}
        <TextInput
          label={`Type ${user.email} to confirm`}
          type="email"
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormError error={error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={erasing} onClick={onClose}>
            Cancel
          </Button>
          {mustSignIn ? (
            <Button onClick={onSignInAgain}>Sign in again</Button>
          ) : (
            <Button type="submit" color="red" loading={erasing} disabled={!confirmed}>
              Erase my account
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
