import { useParams } from 'react-router-dom';
import { isCatalog } from '#shared/catalogs.ts';
import { Tour } from '#web/features/tours/tour.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Component as IndexDetail } from './index-detail.tsx';

export function Component() {
  const { indexId = '' } = useParams();
  if (!isCatalog(indexId)) return <NotFound />;
  return (
    <>
      <IndexDetail />
      {indexId === 'us_patents' && <Tour name="patents" />}
    </>
  );
}
