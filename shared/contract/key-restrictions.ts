import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { conditions } from './search-conditions.ts';

/** What a restricted key may be used for. Each call that takes keys belongs to one of these, or changes rows. */
export const keyUses = ['search', 'vectors', 'exports', 'mcp'] as const;

/** `https://shop.example`, `https://*.shop.example` or `http://localhost:3000`. */
const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

const list = <T extends z.ZodType>(item: T, most: number) => z.array(item).min(1).max(most);

/** All that narrows a key. What is absent is not narrowed, and nothing of it ever widens. */
export const keyRestrictions = onlyMembers({
  uses: list(z.enum(keyUses), keyUses.length).optional().meta({
    description:
      '`search` (query, map, warm, clicks), `vectors` (vectors, dictionary), `exports`, `mcp`. All if absent',
  }),
  columns: list(z.string().min(1).max(limits.columnNameMaxLength), limits.columnsMax)
    .optional()
    .meta({
      description:
        'Columns that the key sees: others are neither returned, counted, sorted by nor filtered by, as if the index had none of their names. Their words still rank. All if absent',
    }),
  filters: conditions.optional().meta({
    description:
      'Conditions that every row must meet, as `filters` of a search. Other rows do not exist for the key. The columns need not be among `columns`',
  }),
  origins: list(z.string().max(300).regex(ORIGIN), limits.keyOriginsMax).optional().meta({
    description:
      'Pages that may call from a browser: `https://shop.example`, `https://*.shop.example`. A call without `Origin` or `Referer` of one of them is refused. Programs can write any, so this keeps out other pages, not other programs',
  }),
  addresses: list(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]), limits.keyAddressesMax)
    .optional()
    .meta({ description: 'Addresses that may call, or networks of them: `192.0.2.0/24`' }),
  queries_per_second: z.int().min(1).max(limits.keyQueriesPerSecond).optional().meta({
    description: 'At most so many calls a second, after ten times as many at once',
  }),
  queries_per_day: z.int().min(1).max(1_000_000_000).optional().meta({
    description: 'At most so many queries on a day (UTC), beside the quota of the organization',
  }),
  expires_at: timestamp.optional().meta({ description: 'From then on the key is refused' }),
}).meta({ id: 'KeyRestrictions', description: 'What narrows a key' });

export type KeyRestrictions = z.output<typeof keyRestrictions>;
export type KeyUse = (typeof keyUses)[number];
