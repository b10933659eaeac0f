import { CloseButton, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { firstNames } from '#shared/first-names.ts';
import { columnDifferences } from '#shared/joined-columns.ts';
import { limits } from '#shared/limits.ts';
import type { SourceFrequency } from '#shared/sources.ts';
import { archiveName, zipName } from '#shared/stored-zip.ts';
import { createSource } from '#web/api/dataset-sources.ts';
import { datasetPreviewQuery, fileName, useDatasetChoices } from '#web/api/datasets.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';
import { NamePicker } from '#web/ui/form/name-picker.tsx';
import { frequencyChoices } from './source-modal.tsx';
import classes from './sources.module.css';

interface JoinModalProps {
  /** The dataset whose rows come first. */
  file: DatasetFile | undefined;
  onClose: () => void;
}

/** Makes a dataset of the rows of several. */
export function JoinModal({ file, onClose }: JoinModalProps) {
  return (
    <Modal
      opened={file !== undefined}
      onClose={onClose}
      size="lg"
      title={file && `Add rows to ${fileName(file.Key)}`}
    >
      {file && <JoinForm first={file.Key} onClose={onClose} />}
    </Modal>
  );
}

function JoinForm({ first, onClose }: { first: string; onClose: () => void }) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const [filename, setFilename] = useState<string>();
  const [every, setEvery] = useState<SourceFrequency>('once');
  const create = useMutation(createSource);
  const datasets = [first, ...others];
  const suggested = others.length > 0 ? archiveName(datasets.map(fileName)) : '';
  const name = (filename ?? suggested).trim();
  const submit = () => {
    create.mutate({ filename: zipName(name), every, datasets }, { onSuccess: onClose });
  };
  return (
    <DialogForm
      error={create.error}
      isSaving={create.isPending}
      label="Join"
      canSave={others.length > 0}
      onSave={submit}
      onClose={onClose}
    >
      <Text size="sm">
        A new dataset gets the rows of {fileName(first)} and of those that you choose. They stay as
        they are. Columns of the same name become one column.
      </Text>
      {others.length > 0 && (
        <ul className={classes.joined} aria-label="Datasets whose rows are added">
          {others.map((key) => (
            <li key={key}>
              <Differences first={first} other={key} />
              <CloseButton
                aria-label={`Leave out ${fileName(key)}`}
                onClick={() => setOthers(others.filter((one) => one !== key))}
              />
            </li>
          ))}
        </ul>
      )}
      {datasets.length < limits.joinedDatasetsMax && (
        <OtherDataset taken={datasets} onChoose={(key) => setOthers([...others, key])} />
      )}
      <TextInput
        label="Name of the new dataset"
        description="A dataset of this name is replaced"
        required
        withAsterisk={false}
        value={filename ?? suggested}
        onChange={(event) => setFilename(event.currentTarget.value)}
      />
      <NativeSelect
        label="Join them"
        description="Again only if one of them has changed"
        data={frequencyChoices}
        value={every}
        onChange={(event) => setEvery(event.currentTarget.value as SourceFrequency)}
      />
    </DialogForm>
  );
}

/** Chooses a dataset that is not taken yet. */
function OtherDataset({ taken, onChoose }: { taken: string[]; onChoose: (key: string) => void }) {
  const { files, complete, placeholder, onSearch } = useDatasetChoices();
  return (
    <NamePicker
      label="Dataset with further rows"
      inDialog
      placeholder={placeholder}
      nothingFoundMessage="No other dataset with this name"
      choices={files
        .filter(({ Key }) => !taken.includes(Key))
        .map(({ Key }) => ({ value: Key, label: fileName(Key) }))}
      complete={complete}
      chosen={undefined}
      onSearch={onSearch}
      onChoose={onChoose}
    />
  );
}

const namesShown = 5;

/** Says how the columns of a dataset differ from those of the first. */
function Differences({ first, other }: { first: string; other: string }) {
  const expected = useQuery(datasetPreviewQuery(first));
  const found = useQuery(datasetPreviewQuery(other));
  return (
    <div className={classes.dataset}>
      <div className={classes.name}>{fileName(other)}</div>
      <div className={classes.soft}>
        {expected.data && found.data
          ? sentence(expected.data.columns, found.data.columns, fileName(first))
          : ((expected.error ?? found.error)?.message ?? 'Columns are compared…')}
      </div>
    </div>
  );
}

function sentence(first: readonly string[], other: readonly string[], name: string): string {
  const { missing, further } = columnDifferences(first, other);
  const texts = [
    missing.length > 0 && `Lacks ${firstNames(missing, namesShown)}: empty in its rows.`,
    further.length > 0 && `Has ${firstNames(further, namesShown)}: empty in the rows of ${name}.`,
  ].filter((text) => text !== false);
  return texts.join(' ') || `Has the same columns as ${name}.`;
}
