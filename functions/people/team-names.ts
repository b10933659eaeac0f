import { listTeam } from './account-deletions.ts';

/** Names of the people in an organization by their ids. They are looked up, not stored: they change, and people leave. */
export async function teamNames(orgId: string): Promise<ReadonlyMap<string, string>> {
  const team = await listTeam(orgId);
  return new Map(team.map(({ item_id, full_name }) => [item_id, full_name]));
}
