import { Anchor, Title } from '@mantine/core';
import classes from './not-found.module.css';
import { SearchPatents } from './search-patents.tsx';

/** Says that there is nothing at this address, and offers to search. */
export function NotFound() {
  return (
    <div className={classes.page}>
      <title>404 not found! · Antecede</title>
      <Title order={1}>404 not found!</Title>
      <p>There is no page at this address. Perhaps a search finds what you were looking for.</p>
      <SearchPatents />
      <Anchor href="/">Go to the start page</Anchor>
    </div>
  );
}
