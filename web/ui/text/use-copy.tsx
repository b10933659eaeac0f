import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { limits } from '#shared/limits.ts';

/** What a button that copies a value says, shows and does. */
export function useCopy({ value, label }: { value: string; label: string }) {
  const clipboard = useClipboard({ timeout: limits.messageClearMs });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return {
    text: outcomeOf(clipboard) ?? label,
    icon: <Icon size={16} stroke={1.6} />,
    copy: () => clipboard.copy(value),
  };
}

/** Browsers refuse the clipboard to pages that came over plain HTTP from another machine. */
function outcomeOf({ copied, error }: { copied: boolean; error: Error | null }) {
  if (copied) return 'Copied';
  return error ? 'Your browser does not allow copying' : undefined;
}
