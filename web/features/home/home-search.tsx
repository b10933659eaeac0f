import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { catalogs } from '#shared/catalogs.ts';
import { searchPlace } from '#web/lib/runnable-search.ts';
import classes from './home.module.css';

const indexId = 'us_patents';

/** Searches the patents from the first page. The search page has the other indexes. */
export function HomeSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') return;
    const { query, state } = searchPlace({ indexId, text: wanted, filters: [], asWords: false });
    void navigate(`/search?${query}`, { state });
  };
  return (
    <search>
      <form className={classes.search} onSubmit={submit}>
        <TextInput
          className={classes.box}
          size="md"
          aria-label={`Search ${catalogs[indexId].name}`}
          aria-keyshortcuts="Control+K Meta+K"
          data-search-box
          placeholder="An invention, a claim or a number"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="md"
          disabled={text.trim() === ''}
          leftSection={<IconSearch size={16} stroke={1.8} />}
        >
          Search patents
        </Button>
      </form>
    </search>
  );
}
