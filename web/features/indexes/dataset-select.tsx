import type { ReactNode } from 'react';
import { formatBytes, limits } from '#shared/limits.ts';
import { fileName, useDatasetChoices } from '#web/api/datasets.ts';
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
  const { files, complete, isEmpty, placeholder, onSearch } = useDatasetChoices();
  return (
    <NamePicker
      label="Dataset"
      inDialog={inDialog}
      description={
        !complete &&
        `The list shows ${limits.choicesListed} datasets. Type the first letters of a name to find others.`
      }
      placeholder={placeholder}
      nothingFoundMessage={
        complete ? 'No dataset with this name' : 'No dataset whose name begins like this'
      }
      choices={files.map(choiceOf)}
      complete={complete}
      chosen={chosen && choiceOf(chosen)}
      disabled={isEmpty}
      error={error}
      onSearch={onSearch}
      onChoose={(key) => {
        const file = files.find(({ Key }) => Key === key);
        if (file) onChoose(file);
      }}
    />
  );
}
