import type { Project } from '#shared/contract/projects.ts';
import { formatCount } from '#web/lib/format.ts';

/** Who sees a project. */
export const seenBy = ({ confidential, members }: Project): string =>
  confidential
    ? `Confidential: ${formatCount(members.length, 'member')} and admins`
    : 'Everybody in the organization';
