import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { billingQuery } from '#web/api/billing.ts';
import { userQuery } from '#web/api/user.ts';
import { loadConfig } from '#web/lib/config.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { loadPaymentProvider } from './load-payment-provider.ts';

/** A payment that the customer's bank wants to have authenticated. */
export function AuthenticatePayment({
  orgId,
  clientSecret,
}: {
  orgId: string;
  clientSecret: string;
}) {
  const client = useQueryClient();
  const authenticate = useMutation({
    mutationFn: async () => {
      const { stripePublishableKey } = await loadConfig();
      const provider = await loadPaymentProvider(stripePublishableKey);
      await provider.authenticate(clientSecret);
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: billingQuery(orgId).queryKey });
      await client.invalidateQueries({ queryKey: userQuery.queryKey });
    },
  });
  return (
    <Stack>
      <Notice kind="danger">Your bank asks you to confirm the payment.</Notice>
      <FormError error={authenticate.error} />
      <Group>
        <Button loading={authenticate.isPending} onClick={() => authenticate.mutate()}>
          Confirm the payment
        </Button>
      </Group>
    </Stack>
  );
}
