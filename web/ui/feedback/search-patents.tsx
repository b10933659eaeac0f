import { Button, TextInput } from '@mantine/core';
import classes from './search-patents.module.css';

/** A search of the patents, for pages that do not have what somebody looks for. It works without a script. */
export const SearchPatents = () => (
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
);
