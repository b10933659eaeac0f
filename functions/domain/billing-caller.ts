import type { MemberPrincipal, UserPrincipal } from '#functions/request/principal.ts';
import { ProductError } from '#shared/errors.ts';

/** Ids of the provider that a page sends along, as the specification shows. */
export interface ClaimedIds {
  org_id?: string | undefined;
  item_id?: string | undefined;
}

/**
 * Who may see and change the billing of an organisation: its admins. Throws `BillingAdminOnly` for members,
 * `NoSubscription` for people without an organisation, `NotFound` for the id of another organisation.
 */
export function requireBillingAdmin(
  principal: UserPrincipal,
  claimed: ClaimedIds,
): MemberPrincipal {
  const { org_id, role } = principal.user;
  if (role === 'member') throw new ProductError('BillingAdminOnly');
  if (!org_id) throw new ProductError('NoSubscription');
  const { org_id: claimedOrg = org_id, item_id = org_id } = claimed;
  if (claimedOrg !== org_id || item_id !== org_id) throw new ProductError('NotFound');
  return { ...principal, orgId: org_id };
}

/** Throws `NotFound` when a claimed id of the provider is not the organisation's own. */
export function requireOwnProviderId(claimed: string | undefined, own: string | undefined): void {
  if (claimed !== undefined && claimed !== own) throw new ProductError('NotFound');
}
