import { useParams } from 'react-router-dom';
import { projectConversationQuery } from '#web/api/projects.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { ProjectConversation } from '#web/features/chatbot/project-conversation.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ params: { projectId = '', threadId = '' } }) => [
  queryClient.prefetchQuery(projectConversationQuery(projectId, threadId)),
]);

export function Component() {
  const { projectId = '', threadId = '' } = useParams();
  return <ProjectConversation projectId={projectId} threadId={threadId} />;
}
