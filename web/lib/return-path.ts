/**
 * The page that asked for a sign-in (`?from=`), else the list of indexes. Only paths of this origin:
 * anything else would let a link send people elsewhere after they gave their password.
 */
export function returnPath(search: URLSearchParams): string {
  const from = search.get('from') ?? '';
  return /^\/(?![/\\])/.test(from) ? from : '/index';
}
