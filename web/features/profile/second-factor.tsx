import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorQuery, turnOffSecondFactor } from '#web/api/second-factor.ts';
import { useUser } from '#web/api/user.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

/** Turns on or off that sign-ins ask for a code of an authenticator app. */
export function SecondFactor() {
  return (
    <Loaded
      query={useQuery(secondFactorQuery)}
      failure="The second factor could not be looked up"
      skeleton={{ shape: 'text', lines: 2 }}
    >
      {(isOn) => <SecondFactorChoice isOn={isOn} />}
    </Loaded>
  );
}

function SecondFactorChoice({ isOn }: { isOn: boolean }) {
  const { organization } = useUser();
  const [settingUp, setSettingUp] = useState(false);
  const [turningOff, setTurningOff] = useState<true>();
  const isRequired = organization?.second_factor_required === true;
  return (
    <Stack maw={560}>
      <Text size="sm">
        {isOn
          ? 'To sign in, you enter a code of your authenticator app after the password. If you lose the app, ask an admin to remove you from the team and invite you again, or write to us.'
          : 'With an authenticator app on your phone, a stolen password is not enough to sign in as you.'}
      </Text>
      {isOn && isRequired && <Text size="sm">Your organization requires it.</Text>}
      {settingUp && !isOn ? (
        <SecondFactorSetUp
          onCancel={() => setSettingUp(false)}
          onDone={() => {
            setSettingUp(false);
            void showMessage('The second factor is on.');
          }}
        />
      ) : (
        <Group>
          {isOn ? (
            <Button variant="default" disabled={isRequired} onClick={() => setTurningOff(true)}>
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
        action={turnOffSecondFactor}
        onDone={() => void showMessage('The second factor is off.')}
        onClose={() => setTurningOff(undefined)}
      >
        {() => 'From then on your password alone is enough to sign in.'}
      </ConfirmModal>
    </Stack>
  );
}
