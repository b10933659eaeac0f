import type { ClusterConnection, ClusterRequest, JsonObject } from '#engine/cluster/connection.ts';

/** A search for vectors near to this one, among the rows that pass a filter. */
interface NearestSearch {
  readonly size: number;
  readonly query: {
    readonly knn: { readonly vector: { readonly vector: number[]; readonly filter?: JsonObject } };
  };
}

interface Hits {
  readonly hits: { readonly hits: readonly { readonly fields: { readonly row: [number] } }[] };
}

const rowsOf = ({ hits }: Hits) => hits.hits.map(({ fields }) => fields.row[0]);

/** A connection that remembers the last search for near vectors. */
export function watchNearest(connection: ClusterConnection) {
  const last: { search?: NearestSearch } = {};
  const watched: ClusterConnection = async (request: ClusterRequest) => {
    if (request.path.startsWith('/_msearch')) {
      const searches = request.body as unknown as readonly NearestSearch[];
      last.search = searches.find(({ query }) => query?.knn) ?? last.search;
    }
    return connection(request);
  };
  return { watched, last };
}

/** The rows that a search finds if nothing is filtered. */
export async function nearestFound(
  connection: ClusterConnection,
  name: string,
  { query, ...search }: NearestSearch,
): Promise<number[]> {
  const { filter: _, ...vector } = query.knn.vector;
  return ask(connection, name, { ...search, query: { knn: { vector } } });
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
  return ask(connection, name, {
    size: count,
    stored_fields: '_none_',
    docvalue_fields: ['row'],
    query: { script_score: { query: { match_all: {} }, script } },
  });
}

async function ask(connection: ClusterConnection, name: string, search: JsonObject) {
  const path = `/${name}/_search`;
  const { status, body } = await connection({ method: 'POST', path, body: search });
  if (status >= 300) throw new Error(JSON.stringify(body).slice(0, 500));
  return rowsOf(body as unknown as Hits);
}
