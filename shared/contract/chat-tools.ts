import * as z from 'zod';
import { assistantTools, noSearchFilters, toolOutputs } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import { chatFiltersSchema } from './chat.ts';
import type { Endpoint } from './endpoint.ts';

const search = assistantTools.antecede_API.arguments.shape;

/** Endpoints with which a browser answers the assistant's tool calls. `get-patent-text` is the third. */
export const chatTools = {
  'get-filtered-data': {
    method: 'POST',
    path: '/api/get-filtered-data',
    access: 'public',
    tag: 'Assistant',
    summary:
      'Searches the patents with filters: answers antecede_API, and visitors of the start page.',
    body: chatFiltersSchema.extend({
      query: search.query.optional().meta({
        description: 'Absent: the filters alone decide, and the latest publications come first',
      }),
      limit: search.limit.default(limits.toolMaxDocuments),
      filters: search.filters
        .default(noSearchFilters)
        .meta({ description: 'Filters by the assistant, which narrow further' }),
      visitor: z.boolean().default(false).meta({
        description: 'Not the assistant: the search is recorded',
      }),
    }),
    output: toolOutputs.antecede_API,
    errors: ['IndexNotReady', 'TooManyAttempts'],
  },
  'rerank-patents': {
    method: 'POST',
    path: '/api/rerank-patents',
    access: 'public',
    tag: 'Assistant',
    summary:
      'Compares a claim with patents, element by element: answers rerank_patents_for_invalidation.',
    body: assistantTools.rerank_patents_for_invalidation.arguments,
    output: toolOutputs.rerank_patents_for_invalidation,
    errors: ['UcidInvalid', 'PatentNotFound', 'PatentsNotLoaded', 'TooManyAttempts'],
  },
} as const satisfies Record<string, Endpoint>;
