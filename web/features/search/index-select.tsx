import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { catalogIds, catalogs, isCatalog } from '#shared/catalogs.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { indexChoicesQuery } from '#web/api/indexes.ts';
import { type Choice, NamePicker } from '#web/ui/form/name-picker.tsx';

interface IndexSelectProps {
  indexId: string;
  /** Name of that index; `undefined` until it is known. */
  name: string | undefined;
  onChoose: (indexId: string) => void;
  label?: string;
}

const isSearchable = ({ builtin, status }: Index) => !builtin && status === 'Active';

/** Chooses a catalogue or an index of the organization; the server looks for a name if there are many. */
export function IndexSelect(props: IndexSelectProps) {
  const { indexId, name, onChoose, label: ariaLabel = 'Index to search' } = props;
  const [typed, setTyped] = useState('');
  const first = useQuery(indexChoicesQuery());
  const found = useQuery(indexChoicesQuery(typed));
  const complete = first.data?.next === undefined;
  const indexes = (complete ? first.data : found.data)?.items ?? [];
  const own = indexes
    .filter(isSearchable)
    .map(({ item_id, name: label }): Choice => ({ value: item_id, label }));
  const offered = catalogIds
    .map((id): Choice => ({ value: id, label: catalogs[id].name }))
    .filter(({ label }) => startsWith(label, complete ? '' : typed));
  const label = isCatalog(indexId) ? catalogs[indexId].name : name;
  return (
    <NamePicker
      aria-label={ariaLabel}
      size="md"
      placeholder={indexId === '' ? 'Choose an index' : 'Loading…'}
      nothingFoundMessage={
        complete ? 'No index with this name' : 'No index whose name begins like this'
      }
      choices={[...offered, ...own]}
      complete={complete}
      chosen={label === undefined ? undefined : { value: indexId, label }}
      onSearch={setTyped}
      onChoose={onChoose}
    />
  );
}

const startsWith = (label: string, text: string) =>
  label.toLowerCase().startsWith(text.toLowerCase());
