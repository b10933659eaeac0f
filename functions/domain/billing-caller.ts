import type { MemberPrincipal, UserPrincipal } from '#functions/request/principal.ts';
import { ProductError } from '#shared/errors.ts';

/** Ids of the provider that a page sends along, as the specification shows. */
export interface ClaimedIds {
  org_id?: string | undefined;
  item_id?: string | undefined;
  collection_id?: string | undefined;
}

/**
 * Who may see and change the billing of an organisation: its admins. Throws `NotFound` for the id of another
 * organisation, `BillingAdminOnly` for members, `NoSubscription` for people without an organisation.
 */
export function requireBillingAdmin(
  principal: UserPrincipal,
  { org_id: claimed, item_id, collection_id }: ClaimedIds,
): MemberPrincipal {
  const { org_id, role } = principal.user;
  for (const id of [claimed, item_id, collection_id]) {
    if (id !== undefined && id !== org_id) throw new ProductError('NotFound');
  }
  if (role === 'member') throw new ProductError('BillingAdminOnly');
  if (!org_id) throw new ProductError('NoSubscription');
  return { ...principal, orgId: org_id };
}

/** Throws `NotFound` when a claimed id of the provider is not the organisation's own. */
export function requireOwnProviderId(claimed: string | undefined, own: string | undefined): void {
  if (claimed !== undefined && claimed !== own) throw new ProductError('NotFound');
}
