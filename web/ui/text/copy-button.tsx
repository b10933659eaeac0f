import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { limits } from '#shared/limits.ts';

interface CopyButtonProps {
  value: string;
  label: string;
  /** Shows the label beside the icon instead of in a tooltip. */
  named?: boolean;
}

/** Copies a value; says so for three seconds. */
export function CopyButton({ value, label, named = false }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: limits.messageClearMs });
  const text = outcomeOf(clipboard) ?? label;
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  const icon = <Icon size={16} stroke={1.6} />;
  const copy = () => clipboard.copy(value);
  if (named) {
    return (
      <Button variant="subtle" size="compact-sm" leftSection={icon} onClick={copy}>
        {text}
      </Button>
    );
  }
  return (
    <Tooltip label={text}>
      <ActionIcon variant="subtle" color="gray" aria-label={text} onClick={copy}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** Browsers refuse the clipboard to pages that came over plain HTTP from another machine. */
export function outcomeOf({ copied, error }: { copied: boolean; error: Error | null }) {
  if (copied) return 'Copied';
  return error ? 'Your browser does not allow copying' : undefined;
}
