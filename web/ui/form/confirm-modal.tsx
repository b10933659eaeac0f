import { Button, Group, Stack, Text } from '@mantine/core';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { FormError } from './form-error.tsx';

interface ConfirmModalProps<T, R> {
  /** What is about to be destroyed. The dialog is open while this is set. */
  subject: T | undefined;
  title: string;
  children: (subject: T) => ReactNode;
  confirmLabel: string;
  action: UseMutationOptions<R, Error, T>;
  onDone?: (subject: T) => void;
  onClose: () => void;
}

/** Asks before something is destroyed, with the focus on Cancel. It closes when the action has succeeded. */
export function ConfirmModal<T, R>(props: ConfirmModalProps<T, R>) {
  const { subject, title, children, confirmLabel, action, onDone, onClose } = props;
  const [shown, setShown] = useState(subject);
  // The text stays while the modal fades out.
  if (subject !== undefined && subject !== shown) setShown(subject);
  const confirm = useMutation(action);
  const run = (chosen: T) =>
    confirm.mutate(chosen, {
      onSuccess: () => {
        onDone?.(chosen);
        onClose();
      },
    });
  const close = () => {
    if (confirm.isPending) return;
    confirm.reset();
    onClose();
  };
  return (
    <Modal opened={subject !== undefined} onClose={close} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {shown !== undefined && children(shown)}
        </Text>
        <FormError error={confirm.error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={confirm.isPending} onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            loading={confirm.isPending}
            onClick={() => subject !== undefined && run(subject)}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
