import { catalogs, isCatalog } from '#shared/catalogs.ts';
import type { ColumnRole } from '#shared/column-roles.ts';
import { columnFor, columnUses } from '#shared/column-uses.ts';
import { decodeColumnsData } from '#shared/columns-data.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import { columnTypeNames } from '#shared/reading-names.ts';
import { formatCount } from '#web/lib/format.ts';
import { Section } from '#web/ui/page/section.tsx';
import { SampleTable } from '#web/ui/table/sample-table.tsx';
import { useNames } from '../use-names.ts';
import classes from './index-data.module.css';

const roleNames: Record<ColumnRole, string> = {
  index: 'Index',
  metadata: 'Metadata',
  ignore: 'Ignored',
};

/** What is searched stands first. */
const roleOrder: readonly ColumnRole[] = ['index', 'metadata', 'ignore'];

/** Type of a column, shown after its role. */
const holds = ({ columns_type = {} }: Index, name: string) =>
  Object.hasOwn(columns_type, name) ? ` · ${columnTypeNames[columns_type[name]!]}` : '';

/** Use of a column, shown after its type. Of catalogues and older indexes it is told from the name. */
function isUsedAs({ columns_role, columns_use }: Index, name: string): string {
  const metadata = Object.keys(columns_role).filter(
    (column) => columns_role[column] === 'metadata',
  );
  const use = columnUses.find((each) => columnFor(each, metadata, columns_use) === name);
  return use ? ` · ${useNames[use]}` : '';
}

/** Size and rows. For a catalogue also those of the whole one, of which an environment may have a sample. */
function describeDataset({ item_id, status, dataset_size, rows }: Index): string {
  const catalog = isCatalog(item_id) ? catalogs[item_id] : undefined;
  if (catalog && rows !== catalog.rows) {
    const all = `${formatBytes(catalog.sizeBytes)} and ${formatCount(catalog.rows, 'row')}`;
    return `Sample of ${formatCount(rows, 'row')}; the full catalog has ${all}`;
  }
  const figures = [formatBytes(catalog?.sizeBytes ?? dataset_size)];
  if (catalog || status === 'Active') figures.push(formatCount(rows, 'row'));
  return figures.join(' · ');
}

/** What the index was built from: dataset, size, rows, and its columns with roles and samples. */
export function IndexData({ index }: { index: Index }) {
  const samples = decodeColumnsData(index.columns_data);
  const byRole = Object.entries(index.columns_role).toSorted(
    ([, one], [, other]) => roleOrder.indexOf(one) - roleOrder.indexOf(other),
  );
  const columns = byRole.map(([name, role]) => ({
    name,
    wide: role === 'index',
    note: (
      <span className={classes.role} data-role={role}>
        {roleNames[role]}
        {role === 'metadata' && holds(index, name) + isUsedAs(index, name)}
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
        <strong>{index.dataset_name}</strong> · {describeDataset(index)}
      </p>
      <SampleTable label="Columns of the dataset" columns={columns} rows={rows} />
    </Section>
  );
}
