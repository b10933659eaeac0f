const fallback = '/index';

/** Base for parsing: an address that has another origin afterwards leads to another site. */
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
  // The path of "/.//host" is "//host", which would lead to another origin when it is opened.
  if (url?.origin !== here || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Path of the sign-in page, with the path to return to. */
export function signInPath(from: string): string {
  return `/sign-in?from=${encodeURIComponent(from)}`;
}
