import type { ColumnRole, Index } from '#shared/contract/indexes.ts';
import { formatBytes } from '#shared/limits.ts';
import { formatCount } from '#web/lib/format.ts';
import { Section } from '#web/ui/section.tsx';
import { decodeColumnsData } from './columns-data.ts';
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
    role,
    values: samples.find((sample) => sample.name === name)?.values ?? [],
  }));
  return (
    <Section title="Index Data">
      <p className={classes.dataset}>
        <strong>{index.dataset_name}</strong> · {formatBytes(index.dataset_size)}
        {index.status === 'Active' && <> · {formatCount(index.rows, 'row')}</>}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Columns of the dataset" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ name, role }) => (
                <th key={name} scope="col" data-role={role}>
                  {name}
                  <span className={classes.role} data-role={role}>
                    {roleNames[role]}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <SampleRows columns={columns} />
          </tbody>
        </table>
      </section>
    </Section>
  );
}

function SampleRows({ columns }: { columns: { name: string; values: string[] }[] }) {
  const height = Math.max(0, ...columns.map(({ values }) => values.length));
  return Array.from({ length: height }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a sample
    <tr key={line}>
      {columns.map(({ name, values }) => (
        <td key={name}>
          <div className={classes.cell}>{values[line]}</div>
        </td>
      ))}
    </tr>
  ));
}
