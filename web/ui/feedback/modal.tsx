import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const LoadedModal = lazy(async () => ({
  default: (await import('./loaded-modal.tsx')).LoadedModal,
}));

/** A dialog. The code that frames it is loaded when it is first opened: pages start without. */
export function Modal(props: ModalProps) {
  const [isNeeded, setNeeded] = useState(props.opened);
  if (props.opened && !isNeeded) setNeeded(true);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <LoadedModal {...props} />
    </Suspense>
  );
}
