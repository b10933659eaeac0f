import { useQuery } from '@tanstack/react-query';
import { listedApplications } from '#shared/application-number.ts';
import { publicationsQuery } from '#web/api/patents.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';

/** The applications that somebody searches for by their numbers. Their publications are known of the patents alone. */
export const applicationsIn = ({ indexId, text, asWords }: SearchAddress) =>
  indexId === 'us_patents' && !asWords ? listedApplications(text) : undefined;

/** What is searched for a text of numbers of publications. */
export const searchedFor = (ucids: readonly string[]) => ucids.join('; ');

/**
 * The search of an address in which the publications of applications stand instead of their numbers, and what there is to say about it.
 * The numbers are words where no publication is known.
 */
export function useApplications(address: SearchAddress) {
  const applications = applicationsIn(address);
  const { data, isLoading, isError } = useQuery({
    ...publicationsQuery(applications ?? []),
    enabled: applications !== undefined,
  });
  const ucids = applications && data ? data.ucids : [];
  return {
    searched: ucids.length === 0 ? address : { ...address, text: searchedFor(ucids) },
    isLoading,
    note: applications && noteOn(applications, isError ? undefined : data),
  };
}

const list = new Intl.ListFormat('en');

function noteOn(
  applications: readonly string[],
  found: { ucids: string[]; unknown: string[] } | undefined,
) {
  if (!found) return 'Numbers of applications could not be looked up: they are read as words.';
  const { ucids, unknown } = found;
  const missing = `No publication of ${nameOf(unknown)} is known here`;
  if (ucids.length === 0) return `${missing}: read as words.`;
  const published = applications.filter((number) => !unknown.includes(number));
  const note = `Searched as the publications of ${nameOf(published)}.`;
  return unknown.length === 0 ? note : `${note} ${missing}.`;
}

const nameOf = (applications: readonly string[]) =>
  `${applications.length === 1 ? 'application' : 'applications'} ${list.format(applications)}`;
