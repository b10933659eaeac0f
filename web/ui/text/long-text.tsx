import classes from './long-text.module.css';

/** A text of any length in a table: its first lines, and a tooltip with the whole text. */
export const LongText = ({ text }: { text: string }) => (
  <span className={classes.text} title={text}>
    {text}
  </span>
);
