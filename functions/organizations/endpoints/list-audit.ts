import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { listAudit } from '#core/storage/audit.ts';
import { admin, requireOwnOrganization } from '#functions/people/index.ts';
import { audit } from '#shared/contract/audit.ts';

export const handler = lambda(audit, 'list-audit', admin, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  const { action, user_id: personId, from, to, limit, cursor } = query;
  const filter = { action, personId, from, to };
  const start = decodeCursor(cursor);
  const { entries, next } = await listAudit(principal.orgId, filter, limit, start);
  return { items: entries, next: encodeCursor(next) };
});
