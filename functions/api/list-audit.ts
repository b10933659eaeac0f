import { admin } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/request/paging.ts';
import { requireOwnOrganization } from '#functions/request/principal.ts';
import { listAudit } from '#functions/store/audit.ts';
import { audit } from '#shared/contract/audit.ts';

export const handler = lambda(audit, 'list-audit', admin, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  const { action, user_id: personId, from, to, limit, cursor } = query;
  const filter = { action, personId, from, to };
  const start = decodeCursor(cursor);
  const { entries, next } = await listAudit(principal.orgId, filter, limit, start);
  return { items: entries, next: encodeCursor(next) };
});
