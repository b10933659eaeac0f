import { useParams } from 'react-router-dom';
import { DocsPage } from '#web/features/docs/docs-page.tsx';

export function Component() {
  const { indexName = '' } = useParams();
  return <DocsPage key={indexName} indexName={indexName} />;
}
