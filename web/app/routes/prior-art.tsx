import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router-dom';
import { priorArtQuery } from '#web/api/reports.ts';
import { authorizeFlag } from '#web/app/guards.ts';
import { useAddToProject } from '#web/features/projects/use-add-to-project.tsx';
import { PriorArtPage } from '#web/features/reports/request/prior-art-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';

/** Returns whether somebody is signed in, and starts loading the report. */
export function loader({ params: { ucid = '' } }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(priorArtQuery(ucid));
  return authorizeFlag();
}

export function Component() {
  const { ucid = '' } = useParams();
  const authorize = useLoaderData<typeof loader>();
  const [addToProject, dialog] = useAddToProject();
  return (
    <>
      <PriorArtPage key={ucid} {...{ ucid, authorize }} onAddToProject={addToProject} />
      {dialog}
    </>
  );
}
