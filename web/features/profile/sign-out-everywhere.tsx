import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { useSignOut } from '#web/lib/auth/use-sign-out.ts';
import { FormError } from '#web/ui/form-error.tsx';

/** Ends all sessions of the account, this one too. */
export function SignOutEverywhere() {
  const signOut = useSignOut();
  const leave = useMutation({
    mutationFn: () => api('sign-out', { body: { everywhere: true } }),
    onSuccess: () => signOut(),
  });
  return (
    <Stack maw={420}>
      <Text size="sm">
        Ends your session here and on every other device. Use it when you lost one, or used somebody
        else’s.
      </Text>
      <FormError error={leave.error} />
      <Group>
        <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
          Sign out everywhere
        </Button>
      </Group>
    </Stack>
  );
}
