import type { ClaimedOrgId } from '#core/request/claimed-org-id.ts';
import type { MemberPrincipal, UserPrincipal } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';

/** Ids of the provider that a page sends along, as the specification shows. */
export interface ClaimedIds {
  org_id?: ClaimedOrgId | undefined;
  item_id?: string | undefined;
  collection_id?: string | undefined;
}

/**
 * Checks that the caller is an admin of the organization, who may see and change its billing. Throws
 * `NotFound` for the id of another organization, `BillingAdminOnly` for members, `NoSubscription` for
 * people without an organization.
 */
export function requireBillingAdmin(
  principal: UserPrincipal,
  { org_id: claimed, item_id, collection_id }: ClaimedIds,
): MemberPrincipal {
  const { org_id, role } = principal.user;
  for (const id of [claimed, item_id, collection_id] as unknown[]) {
    if (id !== undefined && id !== org_id) throw new ProductError('NotFound');
  }
  if (role === 'member') throw new ProductError('BillingAdminOnly');
  if (!org_id) throw new ProductError('NoSubscription');
  return { ...principal, orgId: org_id };
}

/** Throws `NotFound` if an id of the provider in the request is not the organization's. */
export function requireOwnProviderId(claimed: string | undefined, own: string | undefined): void {
  if (claimed !== undefined && claimed !== own) throw new ProductError('NotFound');
}
