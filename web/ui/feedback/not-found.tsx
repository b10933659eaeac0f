import { Anchor, Title } from '@mantine/core';
import classes from './not-found.module.css';

export function NotFound() {
  return (
    <div className={classes.page}>
      <title>404 not found! · Antecede</title>
      <Title order={1}>404 not found!</Title>
      <p>There is no page at this address.</p>
      <Anchor href="/">Go to the start page</Anchor>
    </div>
  );
}
