import { createContext, useContext } from 'react';
import type { PatentDocument, PatentObject } from '#shared/patent-document.ts';
import type { FindWords } from '#web/lib/query-words.ts';

/** What the texts of a patent need to know of the whole document. */
export interface PatentReading {
  /** Formulas, structures and images, by their ids. */
  objects: ReadonlyMap<string, PatentObject>;
  /** Labels of the figures that can be shown. */
  figures: ReadonlySet<string>;
  hasDrawings: boolean;
  claims: ReadonlySet<string>;
  /** Finds the words of the search that led here. */
  findWords?: FindWords | undefined;
  ucid: string;
  openFigure: (label: string) => void;
}

const empty: PatentReading = {
  objects: new Map(),
  figures: new Set(),
  hasDrawings: false,
  claims: new Set(),
  ucid: '',
  openFigure: () => {},
};

const context = createContext<PatentReading>(empty);
export const PatentReadingProvider = context.Provider;
export const usePatentReading = () => useContext(context);

export function patentReading(
  { ucid, objects = [], drawings = [], claims }: PatentDocument,
  rest: Pick<PatentReading, 'findWords' | 'openFigure'>,
): PatentReading {
  return {
    ucid,
    objects: new Map(objects.map((one) => [one.id, one])),
    figures: new Set(drawings.filter(({ stored }) => stored).flatMap(({ figures }) => figures)),
    hasDrawings: drawings.length > 0,
    claims: new Set(claims.map(({ number }) => String(number))),
    ...rest,
  };
}

/** Address of a stored image. */
export const patentImagePath = (ucid: string, name: string) =>
  `/api/get-patent-image?${new URLSearchParams({ ucid, name })}`;
