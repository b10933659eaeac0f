import { useState } from 'react';
import { useMember } from '#web/api/user.ts';
import { useKeys } from '#web/ui/page/use-keys.ts';
import { useStable } from '#web/ui/page/use-stable.ts';
import { useReadDocuments } from './read-documents.ts';

interface TriageOptions {
  indexId: string;
  /** Ids of the hits in their order; undefined for those without a page. */
  ids: readonly (string | undefined)[];
  /** Tells the answers of searches apart: what was selected in one is not selected in the next. */
  search: string;
  /** Whether there is room for a document beside the list. */
  isWide: boolean;
}

interface State {
  search: string;
  active: number | undefined;
  opened: number | undefined;
  selected: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

/** The title of a hit, or the hit itself where its title is no link. */
const focusHit = (position: number) => {
  const hit = document.querySelector<HTMLElement>(`[data-hit="${position}"]`);
  (hit?.querySelector<HTMLElement>('h2 a') ?? hit)?.focus();
};

/** Going through a list of hits: the active one, the one that is open beside the list, those that are selected or read. */
export function useTriage({ indexId, ids, search, isWide }: TriageOptions) {
  const { authUserId } = useMember();
  const { isRead, setRead } = useReadDocuments(authUserId, indexId);
  const [stored, setState] = useState<State>();
  // What was stored for another search counts no more.
  const current = (state: State | undefined): State =>
    state?.search === search
      ? state
      : { search, active: undefined, opened: undefined, selected: none };
  const { active, opened, selected } = current(stored);
  // A key may change the state twice: the focus that it moves makes a hit the active one.
  const change = (part: Partial<State>) => setState((state) => ({ ...current(state), ...part }));
  const open = (position: number) => {
    const id = ids[position];
    if (!isWide || id === undefined) return false;
    setRead(id, true);
    change({ active: position, opened: position });
    return true;
  };
  const close = () => {
    change({ opened: undefined });
    if (opened !== undefined) focusHit(opened);
  };
  const toggle = (position: number) => {
    const next = new Set(selected);
    if (!next.delete(position)) next.add(position);
    change({ active: position, selected: next });
  };
  const move = (step: number) => {
    if (ids.length === 0) return false;
    const next = active === undefined ? 0 : Math.min(ids.length - 1, Math.max(0, active + step));
    // Reading goes on with the next document.
    if (opened === undefined || !open(next)) change({ active: next });
    focusHit(next);
    return true;
  };
  const onActive = (act: (position: number) => unknown) => () =>
    active === undefined ? false : act(active);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: onActive(toggle),
    u: onActive(
      (position) => ids[position] !== undefined && setRead(ids[position], !isRead(ids[position])),
    ),
    Enter: ({ target }) => {
      // Buttons keep their key; the title of the active hit is meant.
      const control = target instanceof Element ? target.closest('a, button, summary') : null;
      if (control && !control.matches(`[data-hit="${active}"] h2 a`)) return false;
      return active !== undefined && open(active);
    },
    Escape: () => (opened === undefined ? false : close()),
  });
  return {
    active,
    opened,
    selected,
    isRead,
    close,
    /** Moves the focus to the first hit; false if there is none. */
    goToFirst: () => {
      if (ids.length > 0) focusHit(0);
      return ids.length > 0;
    },
    selectNone: () => change({ selected: none }),
    open: useStable(open),
    toggle: useStable(toggle),
    setActive: useStable((position: number) => {
      if (position !== active) change({ active: position });
    }),
    markRead: useStable((id: string) => setRead(id, true)),
  };
}

export type Triage = ReturnType<typeof useTriage>;
