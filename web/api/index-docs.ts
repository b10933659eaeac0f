import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';

/** Documentation of an index: a catalogue, or for members an own index by name or id. */
export const indexDocsQuery = (orgId: string | undefined, indexName: string) =>
  queryOptions({
    queryKey: ['index-docs', orgId, indexName],
    queryFn: ({ signal }) => api('get-index-docs', { params: { index_name: indexName }, signal }),
  });

/** OpenAPI document of an index. */
export const indexOpenapiQuery = (orgId: string, indexId: string) =>
  queryOptions({
    queryKey: ['index-openapi', orgId, indexId],
    queryFn: ({ signal }) => api('get-index-openapi', { params: { index_id: indexId }, signal }),
  });
