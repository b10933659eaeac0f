import type { ApiKey } from '#shared/contract/index-keys.ts';
import type { KeyRestrictions, KeyUse } from '#shared/contract/key-restrictions.ts';
import { formatDate, formatNumber } from '#web/lib/format.ts';

export const useNames: Record<KeyUse, string> = {
  search: 'Search',
  vectors: 'Vectors and dictionary',
  exports: 'Exports',
  mcp: 'Assistants (MCP)',
};

/** What narrows a key, a sentence each; nothing for a key that may do all that keys may. */
export function restrictionsInWords({
  id,
  restrictions = {},
  changes_rows,
  public_keys,
  tokens_last_used_date,
  previous,
}: ApiKey): string[] {
  const { uses, columns, filters, origins, addresses, expires_at } = restrictions;
  const { queries_per_second: perSecond, queries_per_day: perDay } = restrictions;
  const used = tokens_last_used_date ? `last used ${formatDate(tokens_last_used_date)}` : 'unused';
  return [
    changes_rows && 'Changes rows',
    uses && `For ${uses.map((use) => useNames[use]).join(', ')}`,
    filters && `Sees rows where ${filters.map(conditionInWords).join(' and ')}`,
    columns && `Sees the columns ${columns.join(', ')}`,
    origins && `From ${origins.join(', ')}`,
    addresses && `From ${addresses.join(', ')}`,
    perSecond && `${formatNumber(perSecond)} a second`,
    perDay && `${formatNumber(perDay)} a day`,
    expires_at &&
      `${Date.parse(expires_at) < Date.now() ? 'Ended' : 'Ends'} ${formatDate(expires_at)}`,
    public_keys && `Tenant tokens with kid ${id}, ${used}`,
    previous && `The old text works until ${formatDate(previous.valid_until)}`,
  ].filter((sentence) => typeof sentence === 'string');
}

type Condition = NonNullable<KeyRestrictions['filters']>[number];

function conditionInWords(condition: Condition): string {
  if ('column' in condition) {
    const { column, operator, value } = condition;
    return `${column} ${operator} ${Array.isArray(value) ? value.join(', ') : (value ?? '')}`.trim();
  }
  return JSON.stringify(condition);
}
