import classes from './report-notes.module.css';

/** Sentences, one below the other. */
export function ReportNotes({ notes }: { notes: readonly string[] }) {
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
