/** Where the tests look for OpenSearch: at OPENSEARCH_URL, or where `npm run cluster` starts it. */
export const clusterAddress = process.env.OPENSEARCH_URL ?? 'http://127.0.0.1:9200';

/** Says that there is no cluster, and how to get one; undefined if there is one. */
export async function missingCluster(): Promise<string | undefined> {
  try {
    const answer = await fetch(clusterAddress, { signal: AbortSignal.timeout(5_000) });
    if (answer.ok) return undefined;
    return `${clusterAddress} answers ${answer.status}.`;
  } catch {
    return `no OpenSearch at ${clusterAddress}. Start one with "npm run cluster", or name one in OPENSEARCH_URL.`;
  }
}
