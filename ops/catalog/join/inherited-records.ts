import type { PatentDocument } from '#shared/patent-document.ts';
import { stemOfUcid } from '#shared/patent-versions.ts';
import { ranks } from './piece.ts';
import type { PieceStore, StoredPiece } from './piece-store.ts';

type Source = NonNullable<PatentDocument['sources']>[number];
type Parts = Partial<PatentDocument>;

/**
 * What records of an application, or of a number, have said before, for a publication that a delivery adds: it is kept in the
 * publications that serve. What records in the delivery itself say is newer.
 */
export function inheritedRecords(
  store: PieceStore,
  ucid: string,
  application: string | undefined,
): StoredPiece[] {
  if (!application || store.hasServed(ucid)) return [];
  const found = new Map<string, StoredPiece>();
  for (const sibling of store.servedOfApplication(application)) {
    const isSameNumber = stemOfUcid(sibling.ucid) === stemOfUcid(ucid);
    for (const source of sibling.sources ?? []) {
      if (source.scope === 'application' || (source.scope === 'number' && isSameNumber)) {
        found.set(
          `${source.name} ${source.file} ${source.parts}`,
          pieceOf(ucid, application, sibling, source),
        );
      }
    }
  }
  return [...found.values()];
}

function pieceOf(
  ucid: string,
  application: string,
  sibling: PatentDocument,
  source: Source,
): StoredPiece {
  const { name, file = '', parts, scope } = source;
  const given = Object.fromEntries(
    parts.map((part) => [part, sibling[part as keyof PatentDocument]]),
  ) as Parts;
  return {
    id: 0,
    about: scope === 'number' ? `n:${stemOfUcid(ucid)}` : `a:${application}`,
    source: name,
    // A record of the delivery comes before it.
    rank: ranks.record - 0.5,
    parts: {
      ...given,
      // Lists of a document are put together of several sources.
      ...(given.events && { events: given.events.filter((event) => event.source === name) }),
      ...(given.citations && { citations: given.citations.filter(({ phase }) => phase) }),
      literature: undefined,
    },
    file,
    offset: 0,
  };
}
