import { Anchor, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CancelOption,
  cancelFeedbackMaxLength,
  cancelOptions,
  cancelProblem,
} from '#shared/cancel-reasons.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { ProductError } from '#shared/errors.ts';
import { cancelSubscription } from '#web/api/billing.ts';
import { useUser } from '#web/api/user.ts';
import { configQuery } from '#web/lib/config.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

interface CancelModalProps {
  billing: BillingState;
  orgId: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks why somebody leaves, and cancels at the end of the trial or paid period. */
export function CancelModal({ billing, orgId, opened, onClose }: CancelModalProps) {
  const { data: config } = useQuery(configQuery);
  const [option, setOption] = useState<CancelOption>();
  const [feedback, setFeedback] = useState('');
  const [problem, setProblem] = useState<string>();
  const user = useUser();
  const cancel = useMutation(cancelSubscription(orgId, user));
  const close = () => {
    if (cancel.isPending) return;
    cancel.reset();
    setProblem(undefined);
    onClose();
  };
  const submit = () => {
    const found = cancelProblem(option, feedback);
    setProblem(found);
    if (found || !option) return;
    cancel.mutate(
      { option, reason: feedback.trim() },
      {
        onSuccess: () => {
          onClose();
          const end = billing.status === 'trialing' ? 'trial' : 'paid period';
          return showMessage(`Your subscription is cancelled. It ends with the ${end}.`);
        },
      },
    );
  };
  const error = problem ? new ProductError('InvalidRequest', problem) : cancel.error;
  return (
    <Modal opened={opened} onClose={close} title="Cancel Subscription">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <Radio.Group
            label="Why do you want to cancel?"
            value={option ?? ''}
            onChange={(value) => setOption(value as CancelOption)}
          >
            <Stack gap="xs" mt="xs">
              {cancelOptions.map((name) => (
                <Radio key={name} value={name} label={name} />
              ))}
            </Stack>
          </Radio.Group>
          {option === 'Complexity' && (
            <Text size="sm">
              We can help: please{' '}
              <Anchor href={`mailto:${config?.salesEmail ?? ''}`} inherit>
                contact support
              </Anchor>
              .
            </Text>
          )}
          <Textarea
            label="Feedback"
            autosize
            minRows={2}
            maxLength={cancelFeedbackMaxLength}
            disabled={option !== 'Other'}
            value={feedback}
            onChange={(event) => setFeedback(event.currentTarget.value)}
          />
          <FormError error={error} />
          <Group justify="flex-end">
            <Button variant="default" disabled={cancel.isPending} onClick={close}>
              Back
            </Button>
            <Button type="submit" color="red" loading={cancel.isPending}>
              Cancel Subscription
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
