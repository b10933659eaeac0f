import { decodeColumnsData } from '#shared/columns-data.ts';
import type { ColumnRole, Index } from '#shared/contract/indexes.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import { formatCount } from '#web/lib/format.ts';
import { SampleTable } from '#web/ui/sample-table.tsx';
import { Section } from '#web/ui/section.tsx';
import classes from './index-data.module.css';

const roleNames: Record<ColumnRole, string> = {
  index: 'Index',
  metadata: 'Metadata',
  ignore: 'Ignored',
};

/** What the index was built from: dataset, size, rows, and its columns with roles and samples. */
export function IndexData({ index }: { index: Index }) {
  const samples = decodeColumnsData(index.columns_data);
  const columns = Object.entries(index.columns_role).map(([name, role]) => ({
    name,
    wide: role === 'index',
    note: (
      <span className={classes.role} data-role={role}>
        {roleNames[role]}
      </span>
    ),
    values: samples.find((sample) => sample.name === name)?.values ?? [],
  }));
  const rows = Array.from({ length: limits.sampleRows }, (_, line) =>
    columns.map(({ values }) => values[line]),
  ).filter((row) => row.some((value) => value !== undefined));
  return (
    <Section title="Index Data">
      <p className={classes.dataset} data-tour="index-data">
        <strong>{index.dataset_name}</strong> · {formatBytes(index.dataset_size)}
        {index.status === 'Active' && <> · {formatCount(index.rows, 'row')}</>}
      </p>
      <SampleTable label="Columns of the dataset" columns={columns} rows={rows} />
    </Section>
  );
}
