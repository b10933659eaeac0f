import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { limits } from '#shared/limits.ts';
import { outcomeOf } from './copy-button.tsx';

/** An item of a menu that copies a value, and says so before the menu is closed. */
export function CopyItem({ value, label }: { value: string; label: string }) {
  const clipboard = useClipboard({ timeout: limits.messageClearMs });
  return (
    <Menu.Item closeMenuOnClick={false} onClick={() => clipboard.copy(value)}>
      {outcomeOf(clipboard) ?? label}
    </Menu.Item>
  );
}
