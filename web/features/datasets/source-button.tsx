import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudDownload } from '@tabler/icons-react';
import { SourceModal } from './source-modal.tsx';

/** For datasets that are elsewhere. */
export function SourceButton() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCloudDownload size={16} stroke={1.6} />}
        onClick={open}
      >
        From URL or S3
      </Button>
      <SourceModal opened={opened} onClose={close} />
    </>
  );
}
