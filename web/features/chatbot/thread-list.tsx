import { Button, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ChatThread, type ThreadRef, threadsQuery } from '#web/api/chat-threads.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import classes from './thread-list.module.css';
import { ThreadMenu, type ThreadMenuProps } from './thread-menu.tsx';

interface ThreadListProps {
  /** The conversation that is open. */
  current: ThreadRef | null;
  onOpen: (thread: ThreadRef | null) => void;
  onAddToProject: ThreadMenuProps['onAddToProject'];
}

/** The own conversations, the latest first. */
export function ThreadList({ current, onOpen, onAddToProject }: ThreadListProps) {
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useInfiniteQuery(threadsQuery);
  const threads = data?.pages.flatMap(({ items }) => items);
  return (
    <>
      {!threads && !error && <ContentSkeleton shape="text" lines={3} />}
      <FormError error={error} />
      {threads?.length === 0 && (
        <Text size="sm" c="dimmed">
          Your conversations will be listed here.
        </Text>
      )}
      {threads && threads.length > 0 && (
        <ul className={classes.list}>
          {threads.map((thread) => (
            <ThreadItem
              key={thread.id}
              thread={thread}
              isCurrent={thread.id === current?.id}
              onOpen={onOpen}
              onAddToProject={onAddToProject}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

interface ThreadItemProps extends Pick<ThreadListProps, 'onOpen' | 'onAddToProject'> {
  thread: ChatThread;
  isCurrent: boolean;
}

function ThreadItem({ thread, isCurrent, onOpen, onAddToProject }: ThreadItemProps) {
  return (
    <li className={classes.item} data-current={isCurrent}>
      <UnstyledButton
        className={classes.title}
        aria-current={isCurrent || undefined}
        onClick={() => onOpen({ id: thread.id })}
      >
        {thread.title}
      </UnstyledButton>
      <ThreadMenu
        thread={thread}
        title={thread.title}
        onAddToProject={onAddToProject}
        onDeleted={() => isCurrent && onOpen(null)}
      />
    </li>
  );
}
