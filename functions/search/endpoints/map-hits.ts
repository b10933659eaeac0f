import { lambda } from '#core/request/lambda.ts';
import type { SearchHit } from '#engine';
import { hitMaps } from '#shared/contract/hit-maps.ts';
import { limits } from '#shared/limits.ts';
import { keyHolder } from '../key-holder.ts';
import { logKeySearch } from '../log-answer.ts';
import { queryPublishedIndex } from '../query-published-index.ts';
import { readQuery } from '../read-query.ts';
import { withVectorsOfTexts } from '../vector-of-text.ts';
import { warmIndex } from '../warm-index.ts';

export const handler = lambda(
  hitMaps,
  'map-hits',
  keyHolder,
  ({ body, ...call }) => {
    const { conceptFeaturesString: text, syntax, filters, ...options } = body.request;
    const search = async () => {
      const { totalFound, hits } = await queryPublishedIndex(call.principal, (index) => {
        const { problem: _, ...asked } = readQuery(index.columns, body.request);
        // Pages: all of an index is read that fits into memory, because rows are ranked to the last one.
        const request = { ...options, ...asked, limit: limits.mapItems, pages: true };
        return withVectorsOfTexts(index, call.usage).search({ ...request, vectors: true });
      });
      const bits = hits[0]?.vector?.length ?? 32;
      const answer = {
        totalFoundItems: totalFound,
        foundItems: hits.map(toItem),
        bits,
        codes: Buffer.concat(hits.map(codeOf)).toString('base64'),
      };
      return { answer, results: totalFound };
    };
    return logKeySearch(call, text, search, { isPart: true, syntax, filters });
  },
  warmIndex,
);

/** Whole cells of a thousand rows may be more than an answer can be. */
function toItem({ row, score }: SearchHit) {
  const cells = Object.entries(row).map(([column, cell]) => [
    column,
    cell.slice(0, limits.mapCellLength).toWellFormed(),
  ]);
  return { ...Object.fromEntries(cells), conceptScore: score };
}

/** The signs of a vector. Of 1,000 rows they keep .58 to .66 of the fifteen nearest; as many bytes of its first axes .46 to .50. */
function codeOf({ vector }: SearchHit): Uint8Array {
  const code = new Uint8Array(vector!.length / 8);
  for (const [i, x] of vector!.entries()) if (x > 0) code[i >> 3]! |= 1 << (i & 7);
  return code;
}
