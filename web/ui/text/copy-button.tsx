import { Button } from '@mantine/core';
import { useCopy } from './use-copy.tsx';

/** Copies a value; says so for three seconds. */
export function CopyButton(props: { value: string; label: string }) {
  const { text, icon, copy } = useCopy(props);
  return (
    <Button variant="subtle" size="compact-sm" leftSection={icon} onClick={copy}>
      {text}
    </Button>
  );
}
