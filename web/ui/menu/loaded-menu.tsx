import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { cloneElement, useEffect, useRef, useState } from 'react';
import type { MenuProps } from './menu.tsx';

export const MenuItem = Menu.Item;
export const MenuLabel = Menu.Label;
export const MenuDivider = Menu.Divider;

/** A menu that opens as soon as it is there. */
export function LoadedMenu({ button, maxHeight, onOpen, children, ...place }: MenuProps) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  const isThere = useMounted();
  // The button took the place of the one that was clicked. The menu gives the focus back to it.
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  const change = (next: boolean) => {
    if (next) onOpen?.();
    setOpen(next);
  };
  return (
    <Menu {...place} opened={isOpen && isThere} onChange={change}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown mah={maxHeight} style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
