/** JSON that a request sends or an answer holds. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A request to a cluster. */
export interface ClusterRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  /** Path and query, such as `/my-index/_search?size=1`. */
  readonly path: string;
  /** An object, or the lines of a bulk request or of several searches. */
  readonly body?: JsonObject | readonly JsonObject[];
}

/** An answer of a cluster. */
export interface ClusterAnswer {
  readonly status: number;
  /** The parsed body, empty if there is none. */
  readonly body: JsonObject;
}

/**
 * A way to a cluster, given by the caller that opens an index: the engine itself speaks no HTTP. An answer of any status is
 * returned; what gives no answer throws `ClusterError`.
 */
export type ClusterConnection = (request: ClusterRequest) => Promise<ClusterAnswer>;

/**
 * The cluster did not do what it was asked. `busy` passes by itself (throttled, restarting, a shard is missing);
 * `full`, `refused` and `unsuitable` (another version, a missing plugin) need its operator.
 */
export class ClusterError extends Error {
  readonly reason: 'busy' | 'full' | 'refused' | 'unsuitable';
  constructor(reason: ClusterError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClusterError';
    this.reason = reason;
  }
}

/**
 * Full disks make indexes read-only and refuse new ones; the types of both errors end so. A cluster that has just lost its
 * manager blocks everything, too, with a status of 503.
 */
const BLOCKED = 'block_exception';

/** Tells why a cluster refused a request or an item of one, from its status and its words. */
export function clusterFailure(status: number, error: Json): ClusterError {
  const words = JSON.stringify(error ?? '').slice(0, 500);
  const message = `The cluster answered ${status}: ${words}`;
  if (status < 500 && (words.includes(BLOCKED) || words.includes('validation_exception'))) {
    return new ClusterError('full', message);
  }
  if (status === 401 || status === 403) return new ClusterError('refused', message);
  if (status === 429 || status >= 500) return new ClusterError('busy', message);
  return new ClusterError('unsuitable', message);
}

/**
 * Sends a request that must succeed.
 * @param also a status beside 2xx that does not count as a failure
 * @throws ClusterError
 */
export async function ask(
  connection: ClusterConnection,
  request: ClusterRequest,
  also?: number,
): Promise<JsonObject> {
  const { status, body } = await connection(request);
  if (status >= 300 && status !== also) throw clusterFailure(status, body.error);
  return body;
}
