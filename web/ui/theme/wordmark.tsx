import classes from './wordmark.module.css';

/** The product's name, for links to the home page. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <rect x="1" y="3" width="18" height="3" fill="currentColor" />
        <rect x="1" y="8.5" width="12" height="3" fill="currentColor" opacity=".75" />
        <rect x="1" y="14" width="7" height="3" fill="currentColor" opacity=".5" />
      </svg>
      Antecede
    </span>
  );
}
