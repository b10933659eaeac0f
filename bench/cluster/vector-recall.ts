import type { ClusterConnection, ClusterRequest, JsonObject } from '#engine/cluster/connection.ts';

/** What a search asks for: vectors near to this one. */
interface NearestSearch {
  readonly query: { readonly knn?: { readonly vector: { readonly vector: number[] } } };
}

interface Hits {
  readonly hits: { readonly hits: readonly { readonly fields: { readonly row: [number] } }[] };
}

const rowsOf = ({ hits }: Hits) => hits.hits.map(({ fields }) => fields.row[0]);

/** A connection that remembers the last search for near vectors, and the rows that were found. */
export function watchNearest(connection: ClusterConnection) {
  const last: { vector?: number[]; rows: number[] } = { rows: [] };
  const watched: ClusterConnection = async (request: ClusterRequest) => {
    const answer = await connection(request);
    if (!request.path.startsWith('/_msearch')) return answer;
    const searches = (request.body as readonly JsonObject[]).filter((_, i) => i % 2 === 1);
    const place = searches.findIndex((search) => (search as unknown as NearestSearch).query.knn);
    if (place < 0) return answer;
    last.vector = (searches[place] as unknown as NearestSearch).query.knn!.vector.vector;
    last.rows = rowsOf((answer.body.responses as unknown as Hits[])[place]!);
    return answer;
  };
  return { watched, last };
}

/** The rows nearest to a vector, by comparing it with those of all rows. */
export async function nearestExactly(
  connection: ClusterConnection,
  name: string,
  vector: readonly number[],
  count: number,
): Promise<number[]> {
  const script = {
    source: 'knn_score',
    lang: 'knn',
    params: { field: 'vector', query_value: vector, space_type: 'cosinesimil' },
  };
  const { status, body } = await connection({
    method: 'POST',
    path: `/${name}/_search`,
    body: {
      size: count,
      stored_fields: '_none_',
      docvalue_fields: ['row'],
      query: { script_score: { query: { match_all: {} }, script } },
    },
  });
  if (status >= 300) throw new Error(JSON.stringify(body).slice(0, 500));
  return rowsOf(body as unknown as Hits);
}
