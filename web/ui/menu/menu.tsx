import type { Menu as LibraryMenu, MenuProps as LibraryProps } from '@mantine/core';
import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { unreachable } from '#shared/client.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';

const load = () => import('./loaded-menu.tsx');
const LoadedMenu = lazy(async () => ({ default: (await load()).LoadedMenu }));

/** Parts of a menu, which are loaded with it. */
export const MenuItem = lazy(async () => ({
  default: (await load()).MenuItem,
})) as unknown as typeof LibraryMenu.Item;
export const MenuLabel = lazy(async () => ({ default: (await load()).MenuLabel }));
export const MenuDivider = lazy(async () => ({ default: (await load()).MenuDivider }));

export interface MenuProps extends Pick<LibraryProps, 'position' | 'width'> {
  button: ReactElement<React.ComponentProps<'button'>>;
  /** Pixels from which on it scrolls. */
  maxHeight?: number;
  onOpen?: () => void;
  /** Items, labels and dividers. */
  children: ReactNode;
}

/**
 * A button that opens a menu. What places a menu beside its button is a tenth of the code of a page, and rarely used: it is
 * loaded when somebody is about to open one.
 */
export function Menu(props: MenuProps) {
  const { button, onOpen } = props;
  const [isWanted, setWanted] = useState(false);
  const open = async () => {
    onOpen?.();
    try {
      await load();
      setWanted(true);
    } catch (error) {
      await showMessage(`Error: ${messageOf(unreachable(error))}`);
    }
  };
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load().catch(() => undefined),
    onClick: () => void open(),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <LoadedMenu {...props} />
    </Suspense>
  );
}
