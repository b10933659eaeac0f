import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatBytes, limits } from '#shared/limits.ts';
import { datasetChoicesQuery, fileName } from '#web/api/datasets.ts';
import { useMember } from '#web/api/user.ts';
import { NamePicker } from '#web/ui/form/name-picker.tsx';

/** A dataset that can be chosen. */
interface ChosenFile {
  /** Path of the file. */
  Key: string;
  Size: number;
}

interface DatasetSelectProps {
  inDialog?: boolean;
  chosen: ChosenFile | undefined;
  error?: ReactNode;
  onChoose: (file: ChosenFile) => void;
}

const choiceOf = ({ Key, Size }: ChosenFile) => ({
  value: Key,
  label: `${fileName(Key)} (${formatBytes(Size)})`,
});

/** Chooses one of the organization's datasets; the server searches if there are many. */
export function DatasetSelect({ inDialog, chosen, error, onChoose }: DatasetSelectProps) {
  const { orgId } = useMember();
  const [typed, setTyped] = useState('');
  const first = useQuery(datasetChoicesQuery(orgId));
  const found = useQuery(datasetChoicesQuery(orgId, typed));
  const complete = first.data?.next === undefined;
  const files = (complete ? first.data : found.data)?.items ?? [];
  return (
    <NamePicker
      label="Dataset"
      inDialog={inDialog}
      description={
        !complete &&
        `The list shows ${limits.choicesListed} datasets. Type the first letters of a name to find others.`
      }
      placeholder={first.isPending ? 'Loading…' : 'Choose a dataset'}
      nothingFoundMessage={
        complete ? 'No dataset with this name' : 'No dataset whose name begins like this'
      }
      choices={files.map(choiceOf)}
      complete={complete}
      chosen={chosen && choiceOf(chosen)}
      disabled={first.data?.items.length === 0}
      error={error}
      onSearch={setTyped}
      onChoose={(key) => {
        const file = files.find(({ Key }) => Key === key);
        if (file) onChoose(file);
      }}
    />
  );
}
