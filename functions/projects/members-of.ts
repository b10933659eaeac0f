import { ProductError } from '#shared/errors.ts';

/**
 * The members of a project, its owner first. Throws `InvalidRequest` for somebody who is not in the organization.
 * @param names of the people in the organization, by their ids
 */
export function membersOf(
  ownerId: string,
  memberIds: readonly string[],
  names: ReadonlyMap<string, string>,
): string[] {
  if (!memberIds.every((id) => id === ownerId || names.has(id))) {
    throw new ProductError(
      'InvalidRequest',
      'Members of a project are people of your organization.',
    );
  }
  return [...new Set([ownerId, ...memberIds])];
}
