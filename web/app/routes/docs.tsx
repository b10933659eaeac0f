import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router-dom';
import { indexDocsQuery } from '#web/api/index-docs.ts';
import { useMember } from '#web/api/user.ts';
import { authorizeFlag } from '#web/app/guards.ts';
import { DocsPage } from '#web/features/docs/docs-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';

/** Returns whether somebody is signed in, and starts loading what visitors see. */
export async function loader({ params: { indexName = '' } }: LoaderFunctionArgs) {
  const authorized = await authorizeFlag();
  if (!authorized) void queryClient.prefetchQuery(indexDocsQuery(undefined, indexName));
  return authorized;
}

export function Component() {
  const { indexName = '' } = useParams();
  const authorized = useLoaderData<typeof loader>();
  const Page = authorized ? MemberDocs : DocsPage;
  return <Page key={indexName} indexName={indexName} />;
}

function MemberDocs({ indexName }: { indexName: string }) {
  const { orgId } = useMember();
  return <DocsPage indexName={indexName} orgId={orgId} />;
}
