import { useLoaderData, useParams } from 'react-router-dom';
import type { authorizeFlag } from '#web/app/guards.ts';
import { PriorArtPage } from '#web/features/reports/prior-art-page.tsx';

export function Component() {
  const { ucid = '' } = useParams();
  const authorize = useLoaderData<typeof authorizeFlag>();
  return <PriorArtPage key={ucid} ucid={ucid} authorize={authorize} />;
}
