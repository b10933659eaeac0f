import { useParams } from 'react-router-dom';
import { NotFound } from '#web/ui/not-found.tsx';
import { Component as IndexDetail } from './index-detail.tsx';

const catalogs = ['us_patents', 'wikipedia', 'arxiv'];

export function Component() {
  const { indexId = '' } = useParams();
  return catalogs.includes(indexId) ? <IndexDetail /> : <NotFound />;
}
