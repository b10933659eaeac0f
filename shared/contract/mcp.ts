import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** A message of the Model Context Protocol, over its streamable HTTP transport without sessions or streams. */
const message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(200), z.number()]).optional(),
    method: z.string().max(100).optional(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', description: 'A JSON-RPC message of the Model Context Protocol' });

export type McpMessage = z.output<typeof message>;

export const mcp = {
  'call-mcp': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/mcp',
    access: 'api-key',
    use: 'mcp',
    tag: 'Search',
    summary:
      'Lets assistants search an index by the Model Context Protocol, revisions 2026-07-28 and earlier. Calls of tools count as queries; all other messages are free.',
    params: z.object({ index_id: id }),
    body: message,
    output: message.optional(),
    mayAccept: true,
    // `Forbidden` tells a page of another site. Those about patents reach the assistant as answers of tools.
    errors: ['Forbidden', 'IndexNotReady', 'PatentsNotLoaded', 'UcidInvalid', 'PatentNotFound'],
  },
} as const satisfies Record<string, Endpoint>;
