import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { archiveName, zipName } from '#shared/stored-zip.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatCount } from '#web/lib/format.ts';
import { zipFiles } from '#web/lib/zip-files.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';

interface SeveralFilesModalProps {
  /** Those that can be uploaded. Empty if nothing is asked. */
  files: readonly File[];
  onUpload: (files: readonly File[]) => void;
  onClose: () => void;
}

/** Asks whether several chosen files are one dataset. */
export function SeveralFilesModal({ files, onUpload, onClose }: SeveralFilesModalProps) {
  return (
    <Modal
      opened={files.length > 0}
      onClose={onClose}
      title={`Upload ${formatCount(files.length, 'file')}`}
    >
      {files.length > 0 && <Choice files={files} onUpload={onUpload} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ files, onUpload, onClose }: SeveralFilesModalProps) {
  const [kind, setKind] = useState('one');
  const [name, setName] = useState(() => archiveName(files.map((file) => file.name)));
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState(false);
  const upload = async () => {
    if (kind === 'each') return onUpload(files);
    setReading(true);
    try {
      onUpload([await zipFiles(files, zipName(name))]);
    } catch (error) {
      setProblem(messageOf(error));
      setReading(false);
    }
    return undefined;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void upload();
      }}
    >
      <Stack>
        <Radio.Group value={kind} onChange={setKind} aria-label="What the files are">
          <Stack gap="xs">
            <Radio
              value="one"
              label="One dataset with the rows of all"
              description="Columns of the same name are one column; a file that lacks one has empty cells there. The preview tells which files differ."
            />
            <Radio value="each" label="A dataset for each file" />
          </Stack>
        </Radio.Group>
        {kind === 'one' && (
          <TextInput
            label="Name of the dataset"
            value={name}
            error={problem}
            required
            onChange={(event) => {
              setName(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={reading} data-autofocus>
            Upload
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
