import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { formatBytes } from '#shared/limits.ts';
import { useMember } from '#web/lib/auth/user.ts';
import { datasetFilesQuery, fileName } from '#web/lib/queries/dataset-files.ts';

/** From so many datasets on a list is easier to search than to read. */
const searchableFrom = 11;

interface DatasetSelectProps {
  /** Path of the chosen file. */
  value: string | undefined;
  error?: ReactNode;
  onChoose: (file: DatasetFile) => void;
}

/** The organisation's datasets to choose one from. */
export function DatasetSelect({ value, error, onChoose }: DatasetSelectProps) {
  const { orgId } = useMember();
  const { data: files = [], isPending } = useQuery(datasetFilesQuery(orgId));
  return (
    <Select
      label="Dataset"
      placeholder={isPending ? 'Loading…' : 'Choose a dataset'}
      searchable={files.length >= searchableFrom}
      nothingFoundMessage="No dataset with this name"
      data={files.map(({ Key, Size }) => ({
        value: Key,
        label: `${fileName(Key)} (${formatBytes(Size)})`,
      }))}
      disabled={!isPending && files.length === 0}
      allowDeselect={false}
      value={value ?? null}
      error={error}
      onChange={(key) => {
        const file = files.find(({ Key }) => Key === key);
        if (file) onChoose(file);
      }}
    />
  );
}
