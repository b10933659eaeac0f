import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { List, ListItem } from '#shared/contract/lists.ts';
import { ratings } from '#shared/ratings.ts';
import { listedRows, searchesFor } from '#web/api/listed-rows.ts';
import { deleteList, exportList, listQuery, removeListItem, updateList } from '#web/api/lists.ts';
import type { Addable } from '#web/api/projects.ts';
import { useMember } from '#web/api/user.ts';
import {
  type CitationFormat,
  citationFormatNames,
  citationFormats,
} from '#web/lib/citation-formats.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatCount, formatDate, formatNumber } from '#web/lib/format.ts';
import { downloadXlsx } from '#web/lib/xlsx.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadedPage } from '#web/ui/feedback/loaded.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/menu/menu.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { ListFormModal } from './list-form-modal.tsx';
import { ListItemModal } from './list-item-modal.tsx';
import { ratingNames } from './rating-names.ts';

const pathOf = ({ index_id, id }: ListItem) => documentPath(index_id, id, '');

/** The documents of a list as rows of a CSV file, with their addresses. */
const listRows = (
  items: readonly ListItem[],
  addressOf: (item: ListItem) => string,
): string[][] => [
  ['id', 'title', 'rating', 'note', 'tags', 'added_by', 'added_at', 'index', 'address'],
  ...items.map((item) => [
    item.id,
    item.title,
    item.rating ?? '',
    item.note ?? '',
    item.tags.join('; '),
    item.by,
    item.at,
    item.index_id,
    addressOf(item),
  ]),
];

const countsAs = (searches: number) =>
  searches === 1 ? 'counts as a search' : `counts as ${formatNumber(searches)} searches`;

const seenBy = ({ project, shared }: List) => {
  if (project) return 'seen by who sees its project';
  return shared ? 'shared in the organization' : 'private';
};

interface ListPageProps {
  listId: string;
  onAddToProject: (list: Addable) => void;
}

/** One list with its documents. */
export function ListPage({ listId, onAddToProject }: ListPageProps) {
  return (
    <LoadedPage query={useQuery(listQuery(listId))} failure="This list cannot be shown">
      {({ list, items }) => <Shown {...{ list, items, onAddToProject }} />}
    </LoadedPage>
  );
}

interface ShownProps extends Pick<ListPageProps, 'onAddToProject'> {
  list: List;
  items: ListItem[];
}

function Shown({ list, items, onAddToProject }: ShownProps) {
  const { isAdmin } = useMember();
  const navigate = useNavigate();
  const [isRenaming, setRenaming] = useState(false);
  const [deleted, setDeleted] = useState<List>();
  const pdf = useMutation({
    ...exportList,
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  const client = useQueryClient();
  const cite = useMutation({
    mutationFn: async (format: CitationFormat) => {
      const [rows, { referenceOf, saveReferences }] = await Promise.all([
        listedRows(client, items),
        import('#web/lib/references.ts'),
      ]);
      const references = items.map((item, position) => {
        const address = window.location.origin + pathOf(item);
        const found = rows[position];
        // Of a row that is gone, the list still has title and number.
        const row = found?.row ?? { id: item.id, title: item.title, conceptScore: 0 };
        return referenceOf(row, { uses: found?.uses, addressOf: () => address });
      });
      saveReferences(format, list.name, references);
    },
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  const mayManage = list.own || isAdmin;
  const rows = () => listRows(items, (item) => window.location.origin + pathOf(item));
  return (
    <>
      <PageHeader
        title={list.name}
        description={`${formatCount(items.length, 'document')}, ${seenBy(list)}, made by ${list.own ? 'you' : list.owner}`}
        breadcrumb={
          list.project ? (
            <BackLink to={`/projects/${list.project.project_id}`}>{list.project.name}</BackLink>
          ) : (
            <BackLink to="/lists">Lists</BackLink>
          )
        }
        actions={
          <>
            {items.length > 0 && (
              <Menu
                position="bottom-end"
                button={
                  <Button
                    variant="default"
                    size="xs"
                    loading={pdf.isPending || cite.isPending}
                    leftSection={<IconDownload size={16} stroke={1.6} />}
                  >
                    Export
                  </Button>
                }
              >
                <MenuItem onClick={() => void downloadCsv(`${list.name}.csv`, rows())}>
                  CSV, for any spreadsheet
                </MenuItem>
                <MenuItem onClick={() => void downloadXlsx(`${list.name}.xlsx`, rows())}>
                  Excel
                </MenuItem>
                <MenuItem onClick={() => pdf.mutate(list.list_id)}>PDF</MenuItem>
                <MenuLabel>Citations, {countsAs(searchesFor(items))}</MenuLabel>
                {citationFormatNames.map((format) => (
                  <MenuItem key={format} onClick={() => cite.mutate(format)}>
                    {citationFormats[format]}
                  </MenuItem>
                ))}
              </Menu>
            )}
            {mayManage && (
              <>
                {!list.project && (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() =>
                      onAddToProject({ kind: 'list', id: list.list_id, title: list.name })
                    }
                  >
                    Add to project
                  </Button>
                )}
                <Button variant="default" size="xs" onClick={() => setRenaming(true)}>
                  {list.project ? 'Rename' : 'Rename or share'}
                </Button>
                <Button variant="subtle" color="red" size="xs" onClick={() => setDeleted(list)}>
                  Delete
                </Button>
              </>
            )}
          </>
        }
      />
      {items.length > 0 ? (
        <ItemTable listId={list.list_id} items={items} />
      ) : (
        <EmptyState
          title="Nothing in this list yet"
          action={
            <Button component={Link} to="/search" variant="default">
              Search
            </Button>
          }
        >
          Add a hit of a search, or the page of a patent: the button is beside its title.
        </EmptyState>
      )}
      <ListFormModal
        opened={isRenaming}
        title={list.project ? 'Rename' : 'Rename or share'}
        name={list.name}
        shared={list.project ? undefined : list.shared}
        action={updateList(list.list_id)}
        onClose={() => setRenaming(false)}
      />
      <ConfirmModal
        subject={deleted}
        title="Delete list"
        confirmLabel="Delete"
        action={deleteList}
        onDone={() => void navigate('/lists')}
        onClose={() => setDeleted(undefined)}
      >
        {({ name }) => (
          <>
            Delete <strong>{name}</strong> with its notes? The documents themselves stay. This
            cannot be undone.
          </>
        )}
      </ConfirmModal>
    </>
  );
}

const column = columnsOf<ListItem>();

function ItemTable({ listId, items }: { listId: string; items: ListItem[] }) {
  const [edited, setEdited] = useState<ListItem>();
  const remove = useMutation({
    ...removeListItem(listId),
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  const isRated = items.some(({ rating }) => rating);
  const hasNotes = items.some(({ note }) => note);
  const hasTags = items.some(({ tags }) => tags.length > 0);
  const columns = column.columns([
    column.accessor('title', {
      header: 'Title',
      cell: ({ row: { original: item } }) => (
        <Anchor underline="hover" component={Link} to={pathOf(item)} inherit>
          {item.title}
        </Anchor>
      ),
      meta: { roomy: 'wide' },
    }),
    column.accessor('id', { header: 'ID', meta: { nowrap: true, plain: true } }),
    // Columns without a value would take room from the titles.
    ...(isRated
      ? [
          // The most relevant first.
          column.accessor(({ rating }) => (rating ? ratings.indexOf(rating) : ratings.length), {
            id: 'rating',
            header: 'Rating',
            cell: ({ row: { original: item } }) => item.rating && ratingNames[item.rating],
            meta: { nowrap: true, plain: true },
          }),
        ]
      : []),
    ...(hasNotes
      ? [
          column.accessor(({ note = '' }) => note, {
            id: 'note',
            header: 'Note',
            meta: { plain: true },
          }),
        ]
      : []),
    ...(hasTags
      ? [
          column.accessor(({ tags }) => tags.join(', '), {
            id: 'tags',
            header: 'Tags',
            meta: { plain: true },
          }),
        ]
      : []),
    column.accessor(({ by, at }) => `${by}, ${formatDate(at)}`, {
      id: 'by',
      header: 'Added by',
      cell: ({ row: { original: item } }) => (
        <>
          {item.by},{' '}
          <Text span inherit style={{ whiteSpace: 'nowrap' }}>
            {formatDate(item.at)}
          </Text>
        </>
      ),
      meta: { plain: true },
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original: item } }) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Note and tags of ${item.title}`}
            onClick={() => setEdited(item)}
          >
            Note
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Remove ${item.title}`}
            loading={remove.isPending && remove.variables.id === item.id}
            onClick={() => remove.mutate(item)}
          >
            Remove
          </Button>
        </Group>
      ),
      meta: { align: 'right' },
    }),
  ]);
  return (
    <>
      <DataTable
        label="Documents"
        columns={columns}
        rows={items}
        rowKey={({ index_id, id }) => `${index_id} ${id}`}
      />
      <ListItemModal listId={listId} item={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
