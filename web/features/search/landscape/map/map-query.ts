import { queryOptions } from '@tanstack/react-query';
import { columnFor } from '#shared/column-uses.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { limits } from '#shared/limits.ts';
import { mapHits, type SearchRequest } from '#web/api/search.ts';
import { describeHit, type Hit } from '#web/lib/describe-hit.ts';
import type { MapLayout, MapRequest } from './lay-out-map.ts';

/** Documents of which fewer have no map: they are a list. */
export const fewestOnMap = 8;

/** The best hits of a search, each with its place on a map. */
export interface HitMap {
  total: number;
  hits: readonly Hit[];
  /** Absent if there are too few hits for a map. */
  layout: MapLayout | undefined;
}

/** Searches, and places what was found in a worker. */
export const hitMapQuery = (request: SearchRequest, index: Index) =>
  queryOptions({
    queryKey: ['hit-map', request],
    staleTime: limits.queryFreshMs,
    queryFn: async ({ signal, client }): Promise<HitMap> => {
      const fields = shownColumns(index);
      const answer = await mapHits(client, request, fields, signal);
      const hits = answer.foundItems.map((item) => describeHit(item, index.columns_use));
      const titles = hits.map(({ title }) => title);
      const codes = codesOf(answer.codes);
      const layout =
        hits.length < fewestOnMap
          ? undefined
          : await inWorker({ codes, words: answer.bits / 32, titles }, signal);
      return { total: answer.totalFoundItems, hits, layout };
    },
  });

/** The columns that title and name a hit, or the first one. */
function shownColumns({ columns_role, columns_use }: Index): string[] {
  const names = Object.keys(columns_role).filter((name) => columns_role[name] === 'metadata');
  const named = [
    columnFor('title', names, columns_use),
    columnFor('id', names, columns_use),
  ].filter((name) => name !== undefined);
  return named.length > 0 ? [...new Set(named)] : names.slice(0, 1);
}

function codesOf(base64: string): Uint32Array {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Uint32Array(bytes.buffer);
}

function inWorker(request: MapRequest, signal: AbortSignal): Promise<MapLayout> {
  const worker = new Worker(new URL('./lay-out-map.worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<MapLayout>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    worker.addEventListener('message', ({ data }: MessageEvent<MapLayout>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The map cannot be drawn.')));
    worker.postMessage(request, [request.codes.buffer]);
  }).finally(() => worker.terminate());
}
