import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { limits } from '#shared/limits.ts';

/** Copies a value; says so for three seconds. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const clipboard = useClipboard({ timeout: limits.messageClearMs });
  const text = clipboard.copied ? 'Copied' : label;
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Tooltip label={text}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text}
        onClick={() => clipboard.copy(value)}
      >
        <Icon size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
