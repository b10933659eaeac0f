import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormError } from './form-error.tsx';

interface ConfirmModalProps<T> {
  /** What is about to be destroyed; nothing is asked without it. */
  subject: T | undefined;
  title: string;
  children: (subject: T) => ReactNode;
  confirmLabel: string;
  onConfirm: (subject: T) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is destroyed; Cancel has the focus. It stays until that is done or has failed. */
export function ConfirmModal<T>(props: ConfirmModalProps<T>) {
  const { subject, title, children, confirmLabel, onConfirm, onClose } = props;
  const [shown, setShown] = useState(subject);
  // The text stays while the modal fades out.
  if (subject !== undefined && subject !== shown) setShown(subject);
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = () => {
    if (confirm.isPending) return;
    confirm.reset();
    onClose();
  };
  return (
    <Modal opened={subject !== undefined} onClose={close} title={title}>
      <Stack>
        <Text size="sm">{shown !== undefined && children(shown)}</Text>
        <FormError error={confirm.error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={confirm.isPending} onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            loading={confirm.isPending}
            onClick={() => subject !== undefined && confirm.mutate(subject)}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
