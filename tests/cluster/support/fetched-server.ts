import {
  findServer,
  type Installation,
  MissingToolError,
  serversFolder,
} from '../../tools/opensearch/install.ts';
import { clusterFault } from './cluster-address.ts';

/** The server that tests may start, or why they cannot. */
export function fetchedServer(): Installation | string {
  try {
    return findServer(serversFolder) ?? 'OpenSearch was not fetched: npm run cluster -- fetch.';
  } catch (error) {
    if (error instanceof MissingToolError) return error.message;
    throw error;
  }
}

/** Says why tests have no cluster; undefined if one runs or can be started. */
export async function missingCluster(): Promise<string | undefined> {
  const fault = await clusterFault();
  if (!fault) return undefined;
  const server = process.env.OPENSEARCH_URL ? undefined : fetchedServer();
  if (typeof server === 'object') return undefined;
  return server ? `${fault} ${server}` : fault;
}
