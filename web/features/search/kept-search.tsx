import { Anchor, NativeSelect, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AlertFrequency, SavedSearch } from '#shared/contract/saved-searches.ts';
import { limits } from '#shared/limits.ts';
import { saveSearch, updateSavedSearch } from '#web/api/saved-searches.ts';
import { useMember } from '#web/api/user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { nameFromText } from '#web/lib/name-from-text.ts';
import type { RunnableSearch } from '#web/lib/runnable-search.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { DialogForm, NameField } from '#web/ui/form/dialog-form.tsx';
import { frequencyNames } from './frequency-names.ts';

interface NewSearchProps {
  search: RunnableSearch;
  /** How many rows it finds, if that is known. */
  total: number | undefined;
  onClose: () => void;
}

/** Asks for the name of a search and its alert, and saves it. */
export function NewSearch({ opened, ...props }: NewSearchProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={props.onClose} title="Save search">
      <NewSearchForm {...props} />
    </Modal>
  );
}

function NewSearchForm({ search, total, onClose }: NewSearchProps) {
  const save = useMutation(saveSearch);
  return (
    <KeptSearchForm
      start={{ name: nameFromText(search.text), frequency: 'never' }}
      error={save.error}
      isSaving={save.isPending}
      note={noteOf(search, total)}
      onSave={(wanted) =>
        save.mutate(
          { ...search, ...wanted },
          {
            onSuccess: ({ frequency }) => {
              onClose();
              void showMessage(frequency === 'never' ? 'Saved' : 'Saved, with an alert');
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

interface EditSearchProps {
  /** The dialog is open while this is set. */
  search: SavedSearch | undefined;
  onClose: () => void;
}

/** Changes name and alert of a saved search. */
export function EditSearch({ search, onClose }: EditSearchProps) {
  return (
    <Modal opened={search !== undefined} onClose={onClose} title="Name and alert">
      {search && <ChangedSearch search={search} onClose={onClose} />}
    </Modal>
  );
}

function ChangedSearch({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const save = useMutation(updateSavedSearch(search));
  return (
    <KeptSearchForm
      start={search}
      error={save.error}
      isSaving={save.isPending}
      note={noteOf(search, search.found)}
      onSave={(wanted) => save.mutate(wanted, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** What an alert watches, where it is less than all that is found. */
function noteOf({ syntax }: RunnableSearch, total = 0): string | undefined {
  const most = formatNumber(limits.alertRows);
  if (syntax === 'words') {
    return 'Plain words rank everything, so the alert watches the best hundred. With operators, such as +must or "phrase", it watches all that they find.';
  }
  if (total > limits.alertRows) {
    return `The alert watches the newest ${most} of ${formatNumber(total)} results, or the best where the index has no date. Narrow the search to have it watch all.`;
  }
  return undefined;
}

interface Wanted {
  name: string;
  frequency: AlertFrequency;
}

interface KeptSearchFormProps {
  start: Wanted;
  error: Error | null;
  isSaving: boolean;
  note: string | undefined;
  onSave: (wanted: Wanted) => void;
  onClose: () => void;
}

function KeptSearchForm({ start, error, isSaving, note, onSave, onClose }: KeptSearchFormProps) {
  const { email } = useMember();
  const [name, setName] = useState(start.name);
  const [frequency, setFrequency] = useState(start.frequency);
  return (
    <DialogForm
      error={error}
      isSaving={isSaving}
      canSave={name.trim() !== ''}
      aside={
        <Anchor component={Link} to="/saved-searches" size="sm" underline="hover">
          Saved searches
        </Anchor>
      }
      onSave={() => onSave({ name: name.trim(), frequency })}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      <NativeSelect
        label="Mail me what is new"
        data={Object.entries(frequencyNames).map(([value, label]) => ({ value, label }))}
        value={frequency}
        onChange={(event) => setFrequency(event.currentTarget.value as AlertFrequency)}
      />
      {frequency !== 'never' && (
        <Text size="sm" c="dimmed">
          Mails go to {email}, when a new version of the index finds something new. Each run counts
          as one search of your organization. Each mail has a link that stops it. {note}
        </Text>
      )}
    </DialogForm>
  );
}
