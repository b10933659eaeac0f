import { useParams, useSearchParams } from 'react-router-dom';
import { PlainLayout } from '#web/app/layouts/plain-layout.tsx';
import { PatentPage } from '#web/features/patent-document/patent-page.tsx';
import { placeOf } from '#web/lib/patent-path.ts';

export function Component() {
  const { ucid = '' } = useParams();
  const [query] = useSearchParams();
  return (
    <PlainLayout>
      <PatentPage key={ucid} ucid={ucid} place={placeOf(ucid, query)} />
    </PlainLayout>
  );
}
