import { Anchor, Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CancelOption,
  cancelFeedbackMaxLength,
  cancelOptions,
  cancelProblem,
} from '#shared/cancel-reasons.ts';
import { ProductError } from '#shared/errors.ts';
import { cancelSubscription } from '#web/api/billing.ts';
import { configQuery } from '#web/lib/config.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { showMessage } from '#web/ui/passing-message.tsx';

interface CancelModalProps {
  orgId: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks why somebody leaves, and cancels at the end of the paid period. */
export function CancelModal({ orgId, opened, onClose }: CancelModalProps) {
  const { data: config } = useQuery(configQuery);
  const [option, setOption] = useState<CancelOption>();
  const [feedback, setFeedback] = useState('');
  const [problem, setProblem] = useState<string>();
  const cancel = useMutation(cancelSubscription(orgId));
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
          return showMessage('Your subscription is cancelled. It ends with the paid period.');
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
