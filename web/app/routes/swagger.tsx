import { useParams } from 'react-router-dom';
import { ApiExplorer } from '#web/features/explorer/api-explorer.tsx';

export function Component() {
  const { indexId = '' } = useParams();
  return <ApiExplorer key={indexId} indexId={indexId} />;
}
