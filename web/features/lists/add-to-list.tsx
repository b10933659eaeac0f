import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { addToList, createList, type ListedDocument, listsQuery } from '#web/api/lists.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatNumber } from '#web/lib/format.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '#web/ui/menu/menu.tsx';
import { ListFormModal } from './list-form-modal.tsx';

interface AddToListProps {
  documents: readonly (ListedDocument & { title: string })[];
  /** In a list of hits it stands back. */
  isQuiet?: boolean;
  /** Of the button. */
  children?: string;
}

/** Adds documents to one of the person's lists, or to a new one. */
export function AddToList({ documents, isQuiet = false, children }: AddToListProps) {
  const [wasOpened, setOpened] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const lists = useQuery({ ...listsQuery, enabled: wasOpened });
  const add = useMutation(addToList);
  const listable = documents.filter(({ id }) => id.length <= limits.listDocumentIdMaxLength);
  const put = (listId: string, name: string) =>
    add.mutate(
      { listId, documents: listable },
      {
        onSuccess: (count) => {
          const list = (
            <Anchor component={Link} to={`/lists/${listId}`} inherit>
              {name}
            </Anchor>
          );
          if (listable.length > 1) {
            return showMessage(
              <>
                {formatNumber(count)} added to {list}
              </>,
            );
          }
          return showMessage(count > 0 ? <>Added to {list}</> : <>It is in {list} already</>);
        },
        onError: (error) => showMessage(`Error: ${messageOf(error)}`),
      },
    );
  const [first] = listable;
  if (!first) return null;
  return (
    <>
      <Menu
        position="bottom-start"
        width={260}
        maxHeight={320}
        onOpen={() => setOpened(true)}
        button={
          <Button
            variant={isQuiet ? 'subtle' : 'default'}
            size={isQuiet ? 'compact-sm' : 'xs'}
            loading={add.isPending}
            {...(isQuiet &&
              children === undefined && { 'aria-label': `Add to list: ${first.title}` })}
          >
            {children ?? 'Add to list'}
          </Button>
        }
      >
        {lists.isError && <MenuLabel>The lists could not be loaded</MenuLabel>}
        {lists.isPending && <MenuLabel>Loading lists</MenuLabel>}
        {lists.data?.map(({ list_id, name, shared }) => (
          <MenuItem key={list_id} onClick={() => put(list_id, name)}>
            {name}
            {shared && ' (shared)'}
          </MenuItem>
        ))}
        {lists.data && lists.data.length > 0 && <MenuDivider />}
        <MenuItem leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setMaking(true)}>
          New list
        </MenuItem>
      </Menu>
      <ListFormModal
        opened={isMaking}
        title="New list"
        shared={false}
        action={createList}
        onDone={({ list_id, name }) => put(list_id, name)}
        onClose={() => setMaking(false)}
      />
    </>
  );
}
