const fallback = '/index';

/** Stands in for the page's own origin, so that an address of another one shows. */
const here = 'https://here.invalid';

/**
 * The page that asked for a sign-in (`?from=`), else the list of indexes. Only paths of this origin:
 * anything else would let a link send people elsewhere after they gave their password. The value is read
 * as a browser reads it, because browsers drop tabs and line breaks and take a backslash for a slash.
 */
export function returnPath(search: URLSearchParams): string {
  const from = search.get('from') ?? '';
  if (!from.startsWith('/')) return fallback;
  const url = URL.parse(from, here);
  // "/.//host" stays here when it is read, but its path would lead away when it is read again.
  if (url?.origin !== here || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}
