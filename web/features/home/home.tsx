import { Anchor } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { latestThreadsQuery } from '#web/api/chat-threads.ts';
import { firstIndexPageQuery } from '#web/api/indexes.ts';
import { ownSearchesQuery } from '#web/api/own-searches.ts';
import { projectsQuery, reportNames } from '#web/api/projects.ts';
import { latestReportsQuery } from '#web/api/report-lists.ts';
import { quotaQuery } from '#web/api/usage.ts';
import { useSubscription } from '#web/api/user.ts';
import { formatNumber, formatRecentDate } from '#web/lib/format.ts';
import { nameFromText } from '#web/lib/name-from-text.ts';
import { reportPath } from '#web/lib/report-path.ts';
import { placeOf } from '#web/lib/runnable-search.ts';
import classes from './home.module.css';
import { HomeSearch } from './home-search.tsx';

/** What was loaded with the page is not asked for again when it is shown. */
const freshMs = 10_000;

/** What the first page loads beside its table: five small calls at once. */
export const homeQueries = {
  searches: { ...ownSearchesQuery, staleTime: freshMs },
  projects: { ...projectsQuery, staleTime: freshMs },
  threads: { ...latestThreadsQuery, staleTime: freshMs },
  reports: { ...latestReportsQuery, staleTime: freshMs },
  quota: { ...quotaQuery, staleTime: freshMs },
};

/** Where somebody left off: search box, latest searches, projects, conversations and reports, and what is left of the day. */
export function Home() {
  const searches = useQuery(homeQueries.searches);
  const projects = useQuery(homeQueries.projects);
  const threads = useQuery(homeQueries.threads);
  const reports = useQuery(homeQueries.reports);
  const { data: quota } = useQuery(homeQueries.quota);
  const isExpired = useSubscription()?._isExpired;
  // The table below shows the same.
  const { data: indexes } = useQuery({ ...firstIndexPageQuery, staleTime: freshMs });
  const nameOf = (indexId: string) =>
    indexes?.items.find(({ item_id }) => item_id === indexId)?.name;

  return (
    <div className={classes.home}>
      <HomeSearch />
      <div className={classes.cards}>
        <Card
          title="Latest searches"
          to="/search"
          query={searches}
          empty="None yet. What you search for stands here, to run it again."
          itemOf={(search) => {
            const place = placeOf(search);
            // The box above searches the patents.
            const about = search.index_id === 'us_patents' ? undefined : nameOf(search.index_id);
            return place && { ...place, text: search.text, at: search.at, about };
          }}
        />
        <Card
          title="Projects"
          to="/projects"
          query={projects}
          empty="None yet. A project holds what belongs to one matter."
          itemOf={({ project_id, name, updated_at }) => ({
            to: `/projects/${project_id}`,
            text: name,
            at: updated_at,
          })}
        />
        <Card
          title="Conversations"
          to="/chatbot"
          query={threads}
          empty="None yet. Dexi searches and reads patents for you."
          itemOf={({ id, title, updated_at }) => ({
            to: `/chatbot/${encodeURIComponent(id)}`,
            text: title,
            at: updated_at,
          })}
        />
        <Card
          title="Reports"
          to="/reports"
          query={reports}
          empty="None yet. Open a patent, and ask for prior art or a claim chart."
          itemOf={({ kind, ucid, title, at }) => ({
            to: reportPath(kind, ucid),
            text: title,
            // Both kinds of a patent have its title.
            about: reportNames[kind],
            at,
          })}
        />
      </div>
      <p className={classes.quota}>
        {quota && !isExpired && (
          <>
            {formatNumber(quota.left)} of {formatNumber(quota.per_day)} searches are left today.{' '}
            <Anchor component={Link} to="/usage" inherit>
              Usage
            </Anchor>
          </>
        )}
      </p>
    </div>
  );
}

/** Things that a card names. */
const shown = 5;

interface Item {
  to: string;
  state?: unknown;
  text: string;
  /** What tells it from another of the same text. */
  about?: string | undefined;
  at: string;
}

interface CardProps<T> {
  title: string;
  /** Where all of them are. */
  to: string;
  query: UseQueryResult<T[]>;
  empty: string;
  /** Undefined for what cannot be opened. */
  itemOf: (thing: T) => Item | undefined;
}

/** The latest things of one kind. What cannot be loaded is missing here; its own page says why. */
function Card<T>({ title, to, query: { data, isPending }, empty, itemOf }: CardProps<T>) {
  const items = (data ?? []).flatMap((thing) => itemOf(thing) ?? []).slice(0, shown);
  return (
    <section className={classes.card} aria-busy={isPending}>
      <h2 className={classes.title}>
        <Anchor component={Link} to={to} inherit>
          {title}
        </Anchor>
      </h2>
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map(({ text, about, at, ...place }) => (
            <li key={`${place.to} ${text} ${at}`} className={classes.item}>
              <Anchor
                component={Link}
                className={classes.text}
                underline="hover"
                inherit
                {...place}
              >
                {nameFromText(text) || 'Untitled'}
              </Anchor>
              <span className={classes.at}>
                {[about, formatRecentDate(at)].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && items.length === 0 && <p className={classes.empty}>{empty}</p>}
    </section>
  );
}
