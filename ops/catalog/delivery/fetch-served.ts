import type { PatentDocument } from '#shared/patent-document.ts';
import { type PatentVersions, stemOfUcid } from '#shared/patent-versions.ts';
import { aboutUcid, ranks, servedSource } from '../join/piece.ts';
import type { PieceStore } from '../join/piece-store.ts';
import { changesOthers } from '../join/republications.ts';

/** Documents that are fetched at the same time. */
const AT_ONCE = 16;

/**
 * Adds the served documents that a delivery concerns to its pieces: those that it replaces, those that its records are about,
 * and the members of its families. So they are joined with what is new.
 * @param version that serves
 */
export async function fetchServed(
  store: PieceStore,
  versions: PatentVersions,
  version: string,
): Promise<void> {
  let batch: string[] = [];
  const fetched = async () => {
    const found = await Promise.all(batch.map((about) => ucidsOf(versions, version, about)));
    const ucids = [...new Set(found.flat())].filter((ucid) => !store.hasServed(ucid));
    batch = [];
    for (let at = 0; at < ucids.length; at += AT_ONCE) {
      const some = ucids.slice(at, at + AT_ONCE);
      const documents = await Promise.all(some.map((ucid) => versions.document(version, ucid)));
      for (const document of documents) if (document) addServed(store, document);
    }
  };
  // The keys are those of the delivery: what is added here has other pieces.
  for (const about of store.keysUpTo(store.pieces)) {
    batch.push(about);
    if (batch.length === AT_ONCE) await fetched();
  }
  await fetched();
}

async function ucidsOf(
  versions: PatentVersions,
  version: string,
  about: string,
): Promise<string[]> {
  const key = about.slice(2);
  if (about.startsWith('u:')) {
    return changesOthers(key) ? versions.ucids(version, stemOfUcid(key)) : [key];
  }
  if (about.startsWith('n:')) return versions.ucids(version, key);
  const number = about.startsWith('a:') ? key : about;
  return (await versions.links(version, number)).publications[number] ?? [];
}

function addServed(store: PieceStore, { ucid, ...parts }: PatentDocument): void {
  // New data of the same rank come before what serves.
  const rank = rankOf(parts.sources) - 0.5;
  const piece = { about: aboutUcid(ucid), source: servedSource, rank, parts };
  store.add([piece], { file: servedSource, offset: 0 });
}

const rankOf = (sources: PatentDocument['sources'] = []): number =>
  sources.some(({ name }) => /full text/i.test(name)) ? ranks.office : ranks.converted;
