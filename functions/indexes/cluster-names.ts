/** Indexes that live on the installation's cluster, if it has one. */

import { env } from '#core/runtime/config.ts';
import { ClusterError } from '#engine';
import { ProductError } from '#shared/errors.ts';

/** Seconds after which callers may ask again: a shard of a node that died has moved by then. */
const retrySeconds = 5;

/** Start of the names on the cluster of all that an organization, or one of its indexes, has there. */
export const clusterPrefix = (...ids: readonly string[]) =>
  ['antecede', env('ENVIRONMENT'), ...ids].join('-');

/** Name on the cluster of what a build makes, from its folder `org/{org_id}/{index_id}/{build_id}/`. */
export const clusterNameOf = (folder: string) => clusterPrefix(...folder.split('/').slice(1, 4));

/** A cluster that cannot answer now is a server that is busy. Other errors stay as they are. */
export function asBusy(error: unknown): unknown {
  return error instanceof ClusterError && error.reason === 'busy'
    ? new ProductError('Busy', undefined, { 'retry-after': String(retrySeconds) })
    : error;
}
