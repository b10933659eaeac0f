import { type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router-dom';
import { isCatalog } from '#shared/catalogs.ts';
import { indexDocsQuery } from '#web/api/index-docs.ts';
import { authorizeFlag } from '#web/app/guards.ts';
import { DocsPage } from '#web/features/docs/docs-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { signInPath } from '#web/lib/return-path.ts';

/**
 * Returns whether somebody is signed in, and starts loading the documentation. Visitors see the catalogues: for every
 * other index they have to sign in, whether it exists or not.
 */
export async function loader({ params: { indexName = '' }, request }: LoaderFunctionArgs) {
  const authorized = await authorizeFlag();
  if (!authorized && !isCatalog(indexName)) {
    const { pathname, search } = new URL(request.url);
    return redirect(signInPath(pathname + search));
  }
  void queryClient.prefetchQuery(indexDocsQuery(authorized, indexName));
  return authorized;
}

export function Component() {
  const { indexName = '' } = useParams();
  const authorized = useLoaderData<typeof loader>();
  return <DocsPage key={indexName} indexName={indexName} isMember={authorized} />;
}
