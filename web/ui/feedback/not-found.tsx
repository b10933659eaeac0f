import { Anchor, Button, TextInput, Title } from '@mantine/core';
import classes from './not-found.module.css';

/** Says that there is nothing at this address, and offers to search. The form works without a script. */
export function NotFound() {
  return (
    <div className={classes.page}>
      <title>404 not found! · Antecede</title>
      <Title order={1}>404 not found!</Title>
      <p>There is no page at this address. Perhaps a search finds what you were looking for.</p>
      <search className={classes.search}>
        <form action="/search" className={classes.form}>
          <input type="hidden" name="index" value="us_patents" />
          <TextInput
            className={classes.box}
            name="q"
            required
            aria-label="Search patents"
            placeholder="Words or a publication number"
          />
          <Button type="submit">Search patents</Button>
        </form>
      </search>
      <Anchor href="/">Go to the start page</Anchor>
    </div>
  );
}
