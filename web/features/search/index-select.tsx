import { ComboboxChevron, InputBase } from '@mantine/core';
import { lazy, Suspense, startTransition, useRef, useState } from 'react';
import { catalogs, isCatalog } from '#shared/catalogs.ts';
import { unreachable } from '#shared/client.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';

const load = () => import('./index-list.tsx');
const IndexList = lazy(async () => ({ default: (await load()).IndexList }));

interface IndexSelectProps {
  indexId: string;
  /** Name of that index; `undefined` until it is known. */
  name: string | undefined;
  onChoose: (indexId: string) => void;
  label?: string;
}

/**
 * Chooses a catalogue or an index of the organization. What opens the list is a tenth of the code of the page: until somebody
 * is about to open it, a field like it shows what is chosen.
 */
export function IndexSelect(props: IndexSelectProps) {
  const { indexId, name, onChoose, label = 'Index to search' } = props;
  const [begin, setBegin] = useState<'focused' | 'open'>();
  /** Between the press of a pointer and its end: a field that is replaced then is not clicked. */
  const isPressed = useRef(false);
  const placeholder = indexId === '' ? 'Choose an index' : 'Loading…';
  const chosen = isCatalog(indexId) ? catalogs[indexId].name : name;
  const show = async (as: 'focused' | 'open') => {
    try {
      await load();
      // In a transition the field stays, with its focus, until the list can take its place.
      startTransition(() => setBegin(as));
    } catch (error) {
      await showMessage(`Error: ${messageOf(unreachable(error))}`);
    }
  };
  const closed = (
    <InputBase
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={false}
      size="md"
      pointer
      readOnly
      placeholder={placeholder}
      value={chosen ?? ''}
      rightSection={<ComboboxChevron size="md" />}
      rightSectionPointerEvents="none"
      onPointerEnter={() => void load().catch(() => undefined)}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onFocus={() => {
        if (!isPressed.current) void show('focused');
      }}
      onBlur={() => {
        isPressed.current = false;
      }}
      onClick={() => void show('open')}
    />
  );
  if (!begin) return closed;
  return (
    <Suspense fallback={closed}>
      <IndexList {...{ label, placeholder, indexId, chosen, onChoose, begin }} />
    </Suspense>
  );
}
