/** The OpenSearch cluster that holds indexes which functions cannot hold, if the installation has one. */
import { SignatureV4 } from '@smithy/signature-v4';
import { clusterAddress } from '#core/runtime/config.ts';
import { s3 } from '#core/storage/s3.ts';
import type { ClusterAnswer, ClusterConnection, ClusterRequest } from '#engine';
import { ClusterError, deleteClusterIndex, deleteClusterIndexes } from '#engine';

/** Longer than the slowest request, waiting for copies of an index. */
const timeoutMs = 90_000;

/** Amazon's name for OpenSearch in signatures. */
const signer = new SignatureV4({
  service: 'es',
  region: s3.config.region,
  credentials: s3.config.credentials,
  sha256: s3.config.sha256,
});

/** A list is sent as lines. */
function bodyOf({ body }: ClusterRequest): { type: string; text: string } | undefined {
  if (body === undefined) return undefined;
  if (!Array.isArray(body)) return { type: 'application/json', text: JSON.stringify(body) };
  return {
    type: 'application/x-ndjson',
    text: body.map((line) => `${JSON.stringify(line)}\n`).join(''),
  };
}

/** Headers with a signature in the name of this function. */
async function signed(method: string, url: URL, headers: Record<string, string>, body?: string) {
  const request = {
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { ...headers, host: url.host },
    body,
  };
  return (await signer.sign(request)).headers;
}

/**
 * A way to a cluster by its address. Requests to https addresses are signed; a cluster at an http address, on one
 * machine, asks for no credentials.
 */
export function clusterAt(address: string): ClusterConnection {
  return async (request): Promise<ClusterAnswer> => {
    const url = new URL(request.path, address);
    const body = bodyOf(request);
    const plain: Record<string, string> = {
      // Compressing an answer would cost a node twice what finding its rows does.
      'accept-encoding': 'identity',
      ...(body && { 'content-type': body.type }),
    };
    const headers =
      url.protocol === 'https:' ? await signed(request.method, url, plain, body?.text) : plain;
    try {
      const answer = await fetch(url, {
        method: request.method,
        headers,
        body: body?.text,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      return { status: answer.status, body: parsed(text) };
    } catch (cause) {
      throw new ClusterError('busy', 'The cluster does not answer.', { cause });
    }
  };
}

/** A proxy before the cluster may answer with something else than JSON. */
function parsed(text: string): ClusterAnswer['body'] {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return { error: text.slice(0, 500) };
  }
}

function required(address: string | undefined): string {
  if (address) return address;
  throw new Error('This installation has no cluster, but an index is on one.');
}

/** The cluster for searches. */
export const searchedCluster = () => clusterAt(required(clusterAddress('es:ESHttpPost Cluster')));

/** The cluster for loading and publishing. */
export const loadedCluster = () =>
  clusterAt(
    required(
      clusterAddress('es:ESHttpGet Cluster', 'es:ESHttpPut Cluster', 'es:ESHttpPost Cluster'),
    ),
  );

const removable = () => clusterAddress('es:ESHttpGet Cluster', 'es:ESHttpDelete Cluster');

/** Deletes an index, if there is a cluster. */
export async function removeFromCluster(name: string): Promise<void> {
  const address = removable();
  if (address) await deleteClusterIndex(clusterAt(address), name);
}

/** Deletes all indexes whose names begin like this, if there is a cluster. */
export async function removeAllFromCluster(prefix: string): Promise<void> {
  const address = removable();
  if (address) await deleteClusterIndexes(clusterAt(address), prefix);
}
