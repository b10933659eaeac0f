import { useLoaderData, useParams } from 'react-router-dom';
import { useMember } from '#web/api/user.ts';
import type { authorizeFlag } from '#web/app/guards.ts';
import { DocsPage } from '#web/features/docs/docs-page.tsx';

export function Component() {
  const { indexName = '' } = useParams();
  const authorized = useLoaderData<typeof authorizeFlag>();
  const Page = authorized ? MemberDocs : DocsPage;
  return <Page key={indexName} indexName={indexName} />;
}

function MemberDocs({ indexName }: { indexName: string }) {
  const { orgId } = useMember();
  return <DocsPage indexName={indexName} orgId={orgId} />;
}
