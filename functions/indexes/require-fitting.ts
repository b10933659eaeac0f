import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
import { ProductError } from '#shared/errors.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import { getIndex } from './indexes.ts';

/**
 * Refuses restrictions that could not be kept.
 * @throws ProductError `InvalidRequest`
 */
export async function requireFitting(
  restrictions: KeyRestrictions,
  indexId: string,
  changesRows: boolean,
): Promise<void> {
  const { columns = [], filters = [] } = restrictions;
  const refuse = (message: string) => new ProductError('InvalidRequest', message);
  if (Buffer.byteLength(JSON.stringify(restrictions)) > limits.keyRestrictionsMaxBytes) {
    throw refuse(
      `The restrictions of a key have at most ${formatBytes(limits.keyRestrictionsMaxBytes)}.`,
    );
  }
  if (!restrictions.columns && !restrictions.filters) return;
  if (changesRows) throw refuse('A key that changes rows sees all rows and columns.');
  const roles = (await getIndex(indexId))?.columns_role ?? {};
  const unknown = [...columns, ...filters.flatMap(columnsOf)].find(
    (name) => !Object.hasOwn(roles, name) || roles[name] === 'ignore',
  );
  if (unknown !== undefined) throw refuse(`The index has no column "${unknown}".`);
}

type Condition = NonNullable<KeyRestrictions['filters']>[number];

/** The columns that a condition names. */
function columnsOf(condition: Condition): string[] {
  if ('and' in condition) return condition.and.flatMap(columnsOf);
  if ('or' in condition) return condition.or.flatMap(columnsOf);
  if ('not' in condition) return columnsOf(condition.not);
  return 'column' in condition ? [condition.column] : (condition.columns ?? []);
}
