import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { chosenEndings } from '#shared/dataset-names.ts';

/** Asks for files. */
export function UploadButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  const reset = useRef<() => void>(null);
  const choose = (files: File[]) => {
    onChoose(files);
    // Otherwise the same file could not be chosen again after it was corrected.
    reset.current?.();
  };
  return (
    <FileButton multiple accept={chosenEndings} resetRef={reset} onChange={choose}>
      {(props) => (
        <Button
          {...props}
          data-tour="csv-upload"
          leftSection={<IconUpload size={16} stroke={1.6} />}
        >
          CSV Upload
        </Button>
      )}
    </FileButton>
  );
}
