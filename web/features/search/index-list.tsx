import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { catalogIds, catalogs } from '#shared/catalogs.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { indexChoicesQuery } from '#web/api/indexes.ts';
import { type Choice, NamePicker } from '#web/ui/form/name-picker.tsx';

interface IndexListProps {
  label: string;
  placeholder: string;
  indexId: string;
  /** Name of that index; `undefined` until it is known. */
  chosen: string | undefined;
  onChoose: (indexId: string) => void;
  /** Whether it has the focus at first, or is open, too. */
  begin: 'focused' | 'open';
}

const isSearchable = ({ builtin, status }: Index) => !builtin && status === 'Active';

/** The catalogues and indexes of the organization to choose from; the server looks for a name if there are many. */
export function IndexList(props: IndexListProps) {
  const { indexId, label, placeholder, chosen, onChoose, begin } = props;
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
  return (
    <NamePicker
      aria-label={label}
      size="md"
      placeholder={placeholder}
      nothingFoundMessage={
        complete ? 'No index with this name' : 'No index whose name begins like this'
      }
      choices={[...offered, ...own]}
      complete={complete}
      chosen={chosen === undefined ? undefined : { value: indexId, label: chosen }}
      begin={begin}
      onSearch={setTyped}
      onChoose={onChoose}
    />
  );
}

const startsWith = (label: string, text: string) =>
  label.toLowerCase().startsWith(text.toLowerCase());
