import { BackLink } from '#web/ui/page/back-link.tsx';

/** Link back to the search that found a document. */
export function SearchLink({ indexId, text }: { indexId: string; text: string }) {
  const query = new URLSearchParams(text === '' ? { index: indexId } : { index: indexId, q: text });
  return <BackLink to={`/search?${query}`}>Search</BackLink>;
}
