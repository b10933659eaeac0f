import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EntryKind, Project } from '#shared/contract/projects.ts';
import { entryKinds } from '#shared/entry-kinds.ts';
import { threadsQuery } from '#web/api/chat-threads.ts';
import { listsQuery } from '#web/api/lists.ts';
import { type Addable, addToProject, reportToAdd, searchToAdd } from '#web/api/projects.ts';
import { reportsQuery } from '#web/api/report-lists.ts';
import { savedSearchesQuery } from '#web/api/saved-searches.ts';
import { useMember } from '#web/api/user.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';
import { NamePicker } from '#web/ui/form/name-picker.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { entryNotes } from './entry-notes.ts';
import { kindNames } from './entry-place.ts';

interface AddEntryProps {
  project: Project;
  onClose: () => void;
}

/** Adds what the person has to a project. */
export function AddEntryModal({ opened, ...rest }: AddEntryProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={rest.onClose} title={`Add to ${rest.project.name}`}>
      <AddEntry {...rest} />
    </Modal>
  );
}

/** What may be added, by what names it. */
function useAddable(kind: EntryKind) {
  const { isAdmin } = useMember();
  const lists = useQuery({ ...listsQuery, enabled: kind === 'list' });
  const reports = useInfiniteQuery({ ...reportsQuery, enabled: kind === 'report' });
  const threads = useInfiniteQuery({ ...threadsQuery, enabled: kind === 'conversation' });
  const searches = useQuery({ ...savedSearchesQuery, enabled: kind === 'search' });
  switch (kind) {
    case 'list': {
      const own = lists.data?.filter(({ project, own: isOwn }) => !project && (isOwn || isAdmin));
      const found = own?.map(({ list_id: id, name }) => ({ kind, id, title: name }));
      return { ...stateOf(lists), found };
    }
    case 'report': {
      const all = reports.data?.pages.flatMap(({ items }) => items);
      const found = all
        ?.filter(({ project }) => !project)
        .map((report) => ({
          ...reportToAdd(report, report.title),
          id: `${report.kind}:${report.ucid}`,
        }));
      return { ...stateOf(reports), found };
    }
    case 'conversation': {
      const all = threads.data?.pages.flatMap(({ items }) => items);
      return { ...stateOf(threads), found: all?.map(({ id, title }) => ({ kind, id, title })) };
    }
    case 'search': {
      const found = searches.data?.map(({ search_id: id, name, ...search }) => ({
        ...searchToAdd(search, name),
        id,
      }));
      return { ...stateOf(searches), found };
    }
  }
}

const stateOf = ({ error }: { error: Error | null }) => ({ error });

const empty: Record<EntryKind, string> = {
  list: 'You have no list that is in no project.',
  report: 'Your organization has no report that is in no project.',
  conversation: 'You have no conversations yet.',
  search: 'You have no saved searches yet.',
};

function AddEntry({ project: { project_id }, onClose }: AddEntryProps) {
  const [kind, setKind] = useState<EntryKind>('list');
  const [chosenId, setChosen] = useState<string>();
  const { found, error } = useAddable(kind);
  const things: ({ id: string } & Addable)[] = found ?? [];
  const chosen = things.find(({ id }) => id === chosenId);
  const add = useMutation(addToProject);
  const submit = () => {
    if (!chosen) return;
    const { id, ...thing } = chosen;
    const isNamed = thing.kind === 'list' || thing.kind === 'conversation';
    add.mutate(
      { projectId: project_id, thing: isNamed ? { ...thing, id } : thing },
      { onSuccess: onClose },
    );
  };
  const choose = (next: EntryKind) => {
    setKind(next);
    setChosen(undefined);
    add.reset();
  };
  return (
    <DialogForm
      error={add.error ?? error}
      isSaving={add.isPending}
      label="Add"
      canSave={chosen !== undefined}
      onSave={submit}
      onClose={onClose}
    >
      <Segments label="Kind" values={entryKinds} names={kindNames} value={kind} onChange={choose} />
      {found?.length === 0 ? (
        <Notice>{empty[kind]}</Notice>
      ) : (
        <NamePicker
          inDialog
          complete
          label={kindNames[kind]}
          description={entryNotes[kind]}
          choices={things.map(({ id, title }) => ({ value: id, label: title }))}
          chosen={chosen && { value: chosen.id, label: chosen.title }}
          onSearch={() => {}}
          onChoose={setChosen}
        />
      )}
    </DialogForm>
  );
}
