import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/** Opens after it is there, because it notes only then what had the focus, and fades in. */
export function LoadedModal({ opened, ...props }: ModalProps) {
  const isThere = useMounted();
  return <Modal {...props} opened={opened && isThere} />;
}
