import { catalogs } from '#shared/catalogs.ts';
import { formatDay } from '#shared/format-day.ts';
import classes from './catalog-section.module.css';
import { Section } from './section.tsx';

const about = {
  us_patents: {
    holds: 'US, European and international publications with assignee, classification and dates',
    searched: 'Title and abstract, with claims and description for the assistant and the reports',
  },
  wikipedia: { holds: 'Articles of the encyclopedia', searched: 'The text of each article' },
  arxiv: {
    holds: 'Preprints with authors, categories and the date of the last update',
    searched: 'Title and abstract',
  },
} as const satisfies Record<keyof typeof catalogs, { holds: string; searched: string }>;

const rows = Object.entries(catalogs).map(([id, catalog]) => ({
  id,
  ...catalog,
  ...about[id as keyof typeof about],
}));

/** The ready-made catalogues, and what each covers. */
export function CatalogSection() {
  return (
    <Section
      title="Data Catalogs"
      lead="Ready to query from the first minute, with the same API as an index of your own."
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Catalog</th>
            <th scope="col">Holds</th>
            <th scope="col">Searched by</th>
            <th scope="col">Rows</th>
            <th scope="col">As of</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, holds, searched, rows: count, day }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td data-label="Holds">{holds}</td>
              <td data-label="Searched by">{searched}</td>
              <td data-label="Rows">{count.toLocaleString('en-US')}</td>
              <td data-label="As of">{formatDay(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>
        The full catalogs. What an installation has loaded is shown on its pages; a fresh one comes
        with samples of our own making.
      </p>
    </Section>
  );
}
