import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { signOutEverywhere, useSignOut } from '#web/api/sessions.ts';
import { FormError } from '#web/ui/form/form-error.tsx';

/** Ends all sessions of the account, this one too. */
export function SignOutEverywhere() {
  const signOut = useSignOut();
  const leave = useMutation(signOutEverywhere);
  return (
    <Stack maw={420}>
      <Text size="sm">
        Ends your session here and on every other device. Use it if you lost a device, or signed in
        on somebody else’s.
      </Text>
      <FormError error={leave.error} />
      <Group>
        <Button
          variant="default"
          loading={leave.isPending}
          onClick={() => leave.mutate(undefined, { onSuccess: () => signOut() })}
        >
          Sign out everywhere
        </Button>
      </Group>
    </Stack>
  );
}
