import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './sheet.module.css';

interface SheetProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Where it comes from on a wide screen. On a phone it comes from below. */
  side: 'left' | 'right';
  /** Its width there. */
  size?: 'sm' | 'xl';
  children: ReactNode;
}

/** On wide screens the document stands beside the conversation, and sheets at the side. */
export const useIsWide = () =>
  useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false });

/** Something beside the chat that is open for a while. */
export function Sheet({ title, opened, onClose, side, size = 'sm', children }: SheetProps) {
  const isWide = useIsWide();
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position={isWide ? side : 'bottom'}
      size={isWide ? size : '85%'}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={title}>
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          <Drawer.CloseButton aria-label={`Close ${title.toLowerCase()}`} />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
