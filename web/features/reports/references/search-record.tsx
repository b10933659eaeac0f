import type { Report } from '#shared/report/report.ts';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { SampleTable } from '#web/ui/table/sample-table.tsx';
import { queryColumns, queryRows } from './query-table.ts';
import classes from './search-record.module.css';

/** Records what was searched and how, so that others can repeat it. Folded at first. */
export function SearchRecord({ record }: Pick<Report, 'record'>) {
  const { made_at, index, queries, classes: groups } = record;
  return (
    <details className={classes.record}>
      <summary className={classes.summary}>
        {formatNumber(queries.length)} queries, run on {formatDateTime(made_at)}
      </summary>
      <div className={classes.content}>
        <p>
          Index {index.id}, version {index.version}, checksum {index.checksum},{' '}
          {formatNumber(index.rows)} rows, model seed {index.model_seed}.
        </p>
        <SampleTable label="Queries" columns={queryColumns} rows={queryRows(queries)} />
        {groups.length > 0 && (
          <SampleTable
            label="Classes"
            columns={[{ name: 'CPC' }, { name: 'Why', wide: true }, { name: 'References' }]}
            rows={groups.map(({ symbol, why, hits }) => [symbol, why, formatNumber(hits)])}
          />
        )}
      </div>
    </details>
  );
}
