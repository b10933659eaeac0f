import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadCognito } from '#web/lib/auth/load-cognito.ts';
import { ConfirmModal } from '#web/ui/confirm-modal.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePassingMessage } from '#web/ui/use-passing-message.ts';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async () => (await loadCognito()).hasSecondFactor(),
});

/** Whether sign-ins want a code of an authenticator app; turned on and off by the person. */
export function SecondFactor() {
  const queryClient = useQueryClient();
  const found = useQuery(secondFactorQuery);
  const message = usePassingMessage();
  const [settingUp, setSettingUp] = useState(false);
  const [turningOff, setTurningOff] = useState<true>();
  if (found.isError) {
    return (
      <ErrorPanel
        title="The second factor could not be looked up"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (!found.isSuccess) return <Skeleton height={60} role="status" aria-label="Loading" />;
  const isOn = found.data;
  const changed = (value: boolean, text: string) => {
    queryClient.setQueryData(secondFactorQuery.queryKey, value);
    message.show(text);
  };
  return (
    <Stack maw={560}>
      <Text size="sm">
        {isOn
          ? 'Your sign-in wants a code of your authenticator app beside the password. If you lose the app, ask an admin to remove you from the team and invite you again, or write to us.'
          : 'With an authenticator app on your phone, a stolen password is not enough to sign in as you.'}
      </Text>
      {message.text && <Notice kind="success">{message.text}</Notice>}
      {settingUp && !isOn ? (
        <SecondFactorSetUp
          onCancel={() => setSettingUp(false)}
          onDone={() => {
            setSettingUp(false);
            changed(true, 'The second factor is on.');
          }}
        />
      ) : (
        <Group>
          {isOn ? (
            <Button variant="default" onClick={() => setTurningOff(true)}>
              Turn off
            </Button>
          ) : (
            <Button variant="default" onClick={() => setSettingUp(true)}>
              Set up an app
            </Button>
          )}
        </Group>
      )}
      <ConfirmModal
        subject={turningOff}
        title="Turn off the second factor"
        confirmLabel="Turn off"
        onConfirm={async () => {
          await (await loadCognito()).turnOffSecondFactor();
          changed(false, 'The second factor is off.');
        }}
        onClose={() => setTurningOff(undefined)}
      >
        {() => 'From then on your password alone is enough to sign in.'}
      </ConfirmModal>
    </Stack>
  );
}
