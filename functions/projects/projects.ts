/** Projects of organizations. A count beside them keeps them within their limit. */
import { oneMore } from '#core/storage/counts.ts';
import { queryAll } from '#core/storage/queries.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite, update } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { projects } from '#tables/projects.ts';

export type ProjectRecord = RecordOf<typeof projects.project>;

/** Names a project. */
export interface ProjectOf {
  orgId: string;
  projectId: string;
}

/** All projects of an organization, confidential ones included. */
export async function projectsOf(orgId: string): Promise<ProjectRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Projects',
    projects.projectsOf,
    { org_id: orgId },
    { consistent: true },
  );
  return found.flatMap((one) => (one.entity === 'project' ? [one.record] : []));
}

export const getProject = ({ orgId, projectId }: ProjectOf): Promise<ProjectRecord | undefined> =>
  getRecord('dynamodb:GetItem Projects', projects.project, {
    org_id: orgId,
    project_id: projectId,
  });

/** Stores a new project; false when the organization has as many as it may. */
export async function putProject(
  orgId: string,
  project: ProjectRecord,
  notes: TransactItems,
): Promise<boolean> {
  const counted = update(
    'dynamodb:UpdateItem Projects',
    projects.projectCount,
    { org_id: orgId },
    oneMore('projects', limits.projectsPerOrganization),
  );
  const keys = projects.project.key({ org_id: orgId, project_id: project.project_id });
  return !(await tryWrite([
    counted,
    put('dynamodb:PutItem Projects', projects.project, keys, project, {
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
    ...notes,
  ]));
}

/** What people change of a project. */
type Changed = Pick<
  ProjectRecord,
  'name' | 'about' | 'confidential' | 'members' | 'updated_at' | 'revision'
>;

/** Changes a project; false when it is gone, or somebody has changed it since the revision `seen`. */
export async function setProject(
  { orgId, projectId }: ProjectOf,
  { name, about, confidential, members, updated_at, revision }: Changed,
  seen: number,
  notes: TransactItems,
): Promise<boolean> {
  const change = update(
    'dynamodb:UpdateItem Projects',
    projects.project,
    { org_id: orgId, project_id: projectId },
    {
      UpdateExpression:
        'SET #name = :name, about = :about, confidential = :confidential, #members = :members, updated_at = :at, revision = :revision',
      ConditionExpression: 'revision = :seen',
      ExpressionAttributeNames: { '#name': 'name', '#members': 'members' },
      ExpressionAttributeValues: {
        ':name': name,
        ':about': about,
        ':confidential': confidential,
        ':members': members,
        ':at': updated_at,
        ':revision': revision,
        ':seen': seen,
      },
    },
  );
  return !(await tryWrite([change, ...notes]));
}

/** Deletes the record of a project; false when it is gone. What it holds is let go afterwards: nothing more can be added. */
export async function removeProject(
  { orgId, projectId }: ProjectOf,
  notes: TransactItems,
): Promise<boolean> {
  return !(await tryWrite([
    remove(
      'dynamodb:DeleteItem Projects',
      projects.project,
      { org_id: orgId, project_id: projectId },
      { ConditionExpression: 'attribute_exists(pk)' },
    ),
    update(
      'dynamodb:UpdateItem Projects',
      projects.projectCount,
      { org_id: orgId },
      { UpdateExpression: 'ADD projects :less', ExpressionAttributeValues: { ':less': -1 } },
    ),
    ...notes,
  ]));
}
