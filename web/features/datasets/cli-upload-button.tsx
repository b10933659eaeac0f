import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTerminal2 } from '@tabler/icons-react';
import { CliUploadModal } from './cli-upload-modal.tsx';

/** For files that are too large for the browser. */
export function CliUploadButton() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        data-tour="cli-upload"
        leftSection={<IconTerminal2 size={16} stroke={1.6} />}
        onClick={open}
      >
        CLI Upload
      </Button>
      <CliUploadModal opened={opened} onClose={close} />
    </>
  );
}
