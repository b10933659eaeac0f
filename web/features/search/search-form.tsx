import { Button, NativeSelect, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import classes from './search-form.module.css';

interface SearchFormProps {
  choices: { value: string; label: string }[];
  indexId: string;
  text: string;
  searching: boolean;
  onSearch: (search: { indexId: string; text: string }) => void;
}

/** Where and what to search. Enter searches, Shift and Enter make a new line: whole claims are normal queries. */
export function SearchForm({ choices, indexId, text, searching, onSearch }: SearchFormProps) {
  const [draft, setDraft] = useState(text);
  const empty = draft.trim() === '';
  const search = () => {
    if (!empty) onSearch({ indexId, text: draft.trim() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <search>
      <form className={classes.form} onSubmit={submit}>
        <NativeSelect
          aria-label="Index to search"
          size="md"
          data={choices}
          value={indexId}
          onChange={(event) => onSearch({ indexId: event.currentTarget.value, text: draft.trim() })}
        />
        <Textarea
          aria-label="Search text"
          placeholder="Describe what you are looking for, in a sentence or a whole claim"
          size="md"
          autosize
          minRows={1}
          maxRows={8}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={getHotkeyHandler([['Enter', search]])}
        />
        <Button
          type="submit"
          size="md"
          loading={searching}
          disabled={empty}
          leftSection={<IconSearch size={16} stroke={1.8} />}
        >
          Search
        </Button>
      </form>
    </search>
  );
}
