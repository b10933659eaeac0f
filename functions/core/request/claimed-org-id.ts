declare const claimed: unique symbol;

/**
 * The id of an organization as a caller sent it. At run time a string; for the type checker none, so that no key of a table or bucket,
 * no query and no other function takes it before it was compared with the caller (`requireOwnOrganization`), or the caller proved to be of
 * the provider's staff (`namedByStaff`). ADR 098.
 */
export interface ClaimedOrgId {
  readonly [claimed]: never;
}

/** A part of a request in which ids of organizations are claimed only. */
export type Claiming<Part> = Part extends object
  ? {
      [Name in keyof Part]: Name extends 'org_id' | 'orgId'
        ? ClaimedOrgId | Extract<Part[Name], undefined>
        : Part[Name];
    }
  : Part;
