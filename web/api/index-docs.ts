import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';

/** Documentation of an index: a catalogue, or for members an own index by name or id. */
export const indexDocsQuery = (isMember: boolean, indexName: string) =>
  queryOptions({
    queryKey: ['index-docs', isMember, indexName],
    queryFn: ({ signal }) => api('get-index-docs', { params: { index_name: indexName }, signal }),
  });

/** OpenAPI document of an index. */
export const indexOpenapiQuery = (indexId: string) =>
  queryOptions({
    queryKey: ['index-openapi', indexId],
    queryFn: ({ signal }) => api('get-index-openapi', { params: { index_id: indexId }, signal }),
  });
