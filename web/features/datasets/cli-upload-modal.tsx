import { Anchor, Button, FileButton, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { chosenEndings } from '#shared/dataset-names.ts';
import { formatBytes } from '#shared/limits.ts';
import { cliFileProblem } from '#shared/validation.ts';
import { datasetFilesKey } from '#web/api/datasets.ts';
import { createCliUpload } from '#web/api/uploads.ts';
import { useMember } from '#web/api/user.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';
import { helpCommand, installCommand, toolPath, uploadCommand } from './cli-command.ts';
import classes from './cli-upload-modal.module.css';
import { CsvHint } from './csv-hint.tsx';

interface CliUploadModalProps {
  opened: boolean;
  onClose: () => void;
}

/** Explains in seven steps how to upload a large file. */
export function CliUploadModal({ opened, onClose }: CliUploadModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title="CLI upload">
      <Steps onClose={onClose} />
    </Modal>
  );
}

/** Starts over each time the modal is opened, because a presigned JSON is valid for one file. */
function Steps({ onClose }: { onClose: () => void }) {
  const member = useMember();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File>();
  const problem = file && cliFileProblem(file);
  const presign = useMutation(createCliUpload(member));
  const download = (chosen: File) =>
    presign.mutate(chosen, {
      onSuccess: (presigned) =>
        saveFile('presigned.json', JSON.stringify(presigned, null, 2), 'application/json'),
    });
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    setFile(chosen);
    presign.reset();
  };
  const finish = () => {
    void queryClient.invalidateQueries({ queryKey: datasetFilesKey(member.orgId) });
    onClose();
  };
  return (
    <>
      <p className={classes.lead}>
        For CSV files of up to 5 TB, and other tables. A stopped upload goes on where it stopped.
      </p>
      <ol className={classes.steps}>
        <Step title="Install the command-line tool">
          <Command
            text={installCommand(location.origin)}
            label="Copy the command that installs the tool"
          />
          <p className={classes.note}>
            It needs Node.js 20 or newer. Or download it as{' '}
            <Anchor href={toolPath} download underline="always" inherit>
              one file
            </Anchor>{' '}
            and run <code>node antecede-upload.mjs</code> in place of <code>antecede-upload</code>.
          </p>
        </Step>
        <Step title="Check that it runs">
          <Command text={helpCommand} label="Copy the command that shows the help" />
        </Step>
        <Step title="Choose a CSV file">
          <Group gap="sm">
            <FileButton accept={chosenEndings} onChange={choose}>
              {(props) => (
                <Button {...props} variant="default" size="xs">
                  Choose file
                </Button>
              )}
            </FileButton>
            {file && (
              <span className={classes.file}>
                {file.name} · {formatBytes(file.size)}
              </span>
            )}
          </Group>
          {problem && (
            <Notice kind="danger">
              {problem}
              <CsvHint problem={problem} />
            </Notice>
          )}
          <p className={classes.note}>Only its name and size are read here; nothing is sent yet.</p>
        </Step>
        <Step title="Download the presigned JSON">
          <Button
            size="xs"
            disabled={!file || problem !== undefined}
            loading={presign.isPending}
            onClick={() => file && download(file)}
          >
            Download presigned.json
          </Button>
          <FormError error={presign.error} />
          <p className={classes.note}>
            It allows its holder to upload this one file within seven days: do not pass it on.
          </p>
        </Step>
        <Step title="Place presigned.json beside the CSV file" />
        <Step title="Run the tool">
          <Command
            text={uploadCommand(file?.name ?? 'FILE.csv')}
            label="Copy the command that uploads the file"
          />
        </Step>
        <Step title="Wait until the progress bar is full">
          <p className={classes.note}>
            When it is stopped, run the same command again. The file appears in the list when it is
            complete.
          </p>
        </Step>
      </ol>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!presign.isSuccess} onClick={finish}>
          I completed all steps
        </Button>
      </Group>
    </>
  );
}

function Step({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <li className={classes.step}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </li>
  );
}

function Command({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes.command}>
      <code>{text}</code>
      <CopyIcon value={text} label={label} />
    </div>
  );
}
