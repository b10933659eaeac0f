import { useSessionStorage } from '@mantine/hooks';
import type { Mark, NewMark } from '#shared/report/marks.ts';
import type { ChartCell } from '#shared/report/report.ts';
import { useMember } from '#web/api/user.ts';
import type { ShownPassage } from '../references/quote.tsx';

/** Unsaved changes of a person in a cell. */
export interface Draft extends Pick<NewMark, 'grade' | 'note'> {
  passage?: ShownPassage;
  /** Revision of the mark when the change began; 0 if there was none. */
  revision: number;
}

export type Drafts = Readonly<Record<string, Draft>>;

/** Identity of a cell of the chart. */
export const cellKey = ({ element, ucid }: Pick<ChartCell, 'element' | 'ucid'>) =>
  `${element} ${ucid}`;

/** A new draft with the present content of the cell. */
export const draftOf = (mark: Mark | undefined): Draft => ({
  grade: mark?.grade,
  passage: mark?.passage,
  note: mark?.note,
  revision: mark?.revision ?? 0,
});

/** Whether a draft differs from the saved mark. */
export function isChanged(draft: Draft, mark: Mark | undefined): boolean {
  const place = (passage: ShownPassage | undefined) =>
    passage && [passage.part, passage.number, passage.start, passage.end].join();
  return (
    draft.grade !== mark?.grade ||
    (draft.note?.trim() ?? '') !== (mark?.note ?? '') ||
    place(draft.passage) !== place(mark?.passage)
  );
}

/** A draft as it is saved, without empty notes. */
export function toNewMark(
  { element, ucid }: Pick<ChartCell, 'element' | 'ucid'>,
  { grade, passage, note }: Draft,
): NewMark {
  const place = passage && {
    part: passage.part,
    number: passage.number,
    start: passage.start,
    end: passage.end,
  };
  return { element, ucid, grade, passage: place, note: note?.trim() || undefined };
}

/** The unsaved changes of a report. This tab keeps them, so that none is lost when the session ends. */
export function useDrafts(report: string) {
  const { authUserId } = useMember();
  return useSessionStorage<Drafts>({
    key: `antecede.report-drafts ${authUserId} ${report}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: parseDrafts,
  });
}

/** Only this page writes them, but anything can stand in the storage of a browser. */
function parseDrafts(text: string | undefined): Drafts {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Drafts) : {};
  } catch {
    return {};
  }
}
