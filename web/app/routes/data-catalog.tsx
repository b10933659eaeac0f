import { useParams } from 'react-router-dom';
import { isCatalog } from '#shared/catalogs.ts';
import { NotFound } from '#web/ui/feedback/not-found.tsx';
import { Component as IndexDetail, loader as loadIndex } from './index-detail.tsx';

export const loader = loadIndex;

export function Component() {
  const { indexId = '' } = useParams();
  if (!isCatalog(indexId)) return <NotFound />;
  return <IndexDetail />;
}
