import { apiEndpoint } from '#functions/indexes/index.ts';
import type { OrganizationRecord } from '#functions/people/index.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import type { Organization } from '#shared/contract/organizations.ts';

/** An organization as its members see it, with the keys of the catalogues. */
export function toOrganization(
  record: OrganizationRecord,
  keys: Record<string, ApiKey[]>,
): Organization {
  return {
    item_id: record.item_id,
    name: record.name,
    created_at: record.created_at,
    apis: {
      us_patents_endpoint: apiEndpoint('us_patents'),
      wiki_endpoint: apiEndpoint('wikipedia'),
      arxiv_endpoint: apiEndpoint('arxiv'),
      us_patents_api_keys: keys.us_patents ?? [],
      wiki_api_keys: keys.wikipedia ?? [],
      arxiv_api_keys: keys.arxiv ?? [],
    },
  };
}
