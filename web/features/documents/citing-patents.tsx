import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#shared/format-day.ts';
import { citingPatentsQuery } from '#web/api/patents.ts';
import { formatCount } from '#web/lib/format.ts';
import { readableTitle } from '#web/lib/readable-title.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { How, PublicationLink } from '#web/ui/patent/citations.tsx';
import classes from '#web/ui/patent/lists.module.css';

/** Publications of the catalogue that cite a patent, and who cited it. */
export function CitingPatents({ ucid }: { ucid: string }) {
  return (
    <Loaded
      query={useQuery(citingPatentsQuery(ucid))}
      failure="The citing patents could not be loaded"
      skeleton={{ shape: 'text', lines: 2, label: 'Loading citing patents' }}
    >
      {({ items, total }) =>
        total === 0 ? (
          <p className={classes.note}>No publication in this catalog cites this one.</p>
        ) : (
          <>
            <p className={classes.note}>
              {formatCount(total, 'publication')} in this catalog
              {items.length < total && `, the latest ${items.length} of them here`}.
            </p>
            <ul className={classes.list}>
              {items.map((citing) => (
                <li key={citing.ucid}>
                  <PublicationLink number={citing.ucid} />
                  {citing.date && <span className={classes.about}>{formatDay(citing.date)}</span>}
                  <span className={classes.text}>{readableTitle(citing.title ?? '')}</span>
                  <How citation={citing} />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}
