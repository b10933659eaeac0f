import { useParams, useSearchParams } from 'react-router-dom';
import { DocumentPage } from '#web/features/documents/document-page.tsx';

export function Component() {
  const { indexId = '', id = '' } = useParams();
  const [query] = useSearchParams();
  return (
    <DocumentPage key={`${indexId} ${id}`} indexId={indexId} id={id} text={query.get('q') ?? ''} />
  );
}
