import { ActionIcon, Tooltip } from '@mantine/core';
import { useCopy } from './use-copy.tsx';

/** Copies a value, with its label in a tooltip. */
export function CopyIcon(props: { value: string; label: string }) {
  const { text, icon, copy } = useCopy(props);
  return (
    <Tooltip label={text}>
      <ActionIcon variant="subtle" color="gray" aria-label={text} onClick={copy}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
