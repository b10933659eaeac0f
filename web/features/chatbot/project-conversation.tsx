import { useQuery } from '@tanstack/react-query';
import { projectConversationQuery } from '#web/api/projects.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { ReadConversation } from './read-conversation.tsx';

/** A conversation that a colleague added to a project. */
export function ProjectConversation({
  projectId,
  threadId,
}: {
  projectId: string;
  threadId: string;
}) {
  const conversation = useQuery(projectConversationQuery(projectId, threadId));
  return (
    <>
      <PageHeader
        title={conversation.data?.title}
        description="A conversation with Dexi, the patent assistant. Conversations end 90 days after they were last used."
        breadcrumb={<BackLink to={`/projects/${projectId}`}>Project</BackLink>}
      />
      <Loaded
        query={conversation}
        failure="This conversation cannot be shown"
        skeleton={{ shape: 'text' }}
      >
        {({ items }) => <ReadConversation items={items} />}
      </Loaded>
    </>
  );
}
