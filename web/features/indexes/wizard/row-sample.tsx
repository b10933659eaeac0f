import { columnLabel } from '#shared/column-label.ts';
import type { ColumnRole } from '#shared/column-roles.ts';
import type { ColumnUses } from '#shared/column-uses.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { formatIfDay } from '#web/lib/format.ts';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import classes from './index-wizard.module.css';

interface RowSampleProps {
  columns: readonly string[];
  /** Cells of the first row of the file, in the order of the columns. */
  row: readonly string[];
  roles: Readonly<Record<string, ColumnRole>>;
  uses: ColumnUses;
}

/** What the page of the first row will look like: title, id, facts, link and text. */
export function RowSample({ columns, row, roles, uses }: RowSampleProps) {
  const cellsOf = (role: ColumnRole) =>
    columns.flatMap((name, i) => (roles[name] === role ? [[name, row[i] ?? '']] : []));
  const metadata = Object.fromEntries(cellsOf('metadata')) as Record<string, string>;
  const { title, id, link, details } = describeHit({ ...metadata, conceptScore: 0 }, uses);
  const text = cellsOf('index')
    .map(([, cell]) => cell)
    .join('\n');
  return (
    <figure className={classes.sample} aria-labelledby="row-sample">
      <figcaption id="row-sample" className={classes.sampleCaption}>
        The page of a row will look like this one of the first row:
      </figcaption>
      <h2>{title}</h2>
      {id !== undefined && <p className={classes.sampleCaption}>{id}</p>}
      {details.length > 0 && (
        <Facts>
          {details.map(({ name, value }) => (
            <Fact key={name} name={columnLabel(name)}>
              {formatIfDay(value)}
            </Fact>
          ))}
        </Facts>
      )}
      <p className={classes.sampleText}>{text}</p>
      {link !== undefined && <p className={classes.sampleCaption}>{link}</p>}
    </figure>
  );
}
