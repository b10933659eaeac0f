import { MenuItem } from '#web/ui/menu/menu.tsx';
import { useCopy } from './use-copy.tsx';

/** An item of a menu that copies a value, and says so before the menu is closed. */
export function CopyItem(props: { value: string; label: string }) {
  const { text, copy } = useCopy(props);
  return (
    <MenuItem closeMenuOnClick={false} onClick={copy}>
      {text}
    </MenuItem>
  );
}
