/** Where the tests look for OpenSearch: at OPENSEARCH_URL, or where `npm run cluster` starts it. */
export const clusterAddress = process.env.OPENSEARCH_URL ?? 'http://127.0.0.1:9200';

/** Says why there is no cluster at `clusterAddress`; undefined if there is one. */
export async function clusterFault(): Promise<string | undefined> {
  try {
    const answer = await fetch(clusterAddress, { signal: AbortSignal.timeout(5_000) });
    return answer.ok ? undefined : `${clusterAddress} answers ${answer.status}.`;
  } catch {
    return `No OpenSearch answers at ${clusterAddress}.`;
  }
}
