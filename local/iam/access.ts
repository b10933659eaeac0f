import { AwsError, type Caller, type Permission } from '#local/aws/service.ts';
import { isAllowed } from './match-policy.ts';
import type { Role } from './roles.ts';

/** Decides calls at the wire: who calls, which role is theirs, what its policies allow. */
export interface Access {
  /** Throws `AccessDeniedException` naming action and resource when any permission is missing. */
  require(caller: Caller, permissions: readonly Permission[]): void;
  /** The same for a role that a service assumes (a state machine's, a schedule's). */
  requireRole(roleArn: string, permissions: readonly Permission[]): void;
}

/** Access by the roles of the assembly. The host itself may do anything, as an account's owner may. */
export function openAccess(
  roles: ReadonlyMap<string, Role>,
  roleOfFunction: (functionName: string) => string | undefined,
): Access {
  const requireRole = (roleArn: string, permissions: readonly Permission[], session = '') => {
    const role = roles.get(roleArn);
    const name = roleArn.replace(/^.*:role\//, 'assumed-role/') + session;
    for (const permission of permissions) {
      if (role && isAllowed(role.statements, permission)) continue;
      throw new AwsError(
        'AccessDeniedException',
        `User: ${name} is not authorized to perform: ${permission.action} on resource: ${permission.resource} because no identity-based policy allows the ${permission.action} action`,
      );
    }
  };
  return {
    requireRole,
    require(caller, permissions) {
      if (caller.kind === 'host') return;
      if (caller.kind === 'anonymous') {
        throw new AwsError(
          'MissingAuthenticationTokenException',
          'Missing Authentication Token',
          403,
        );
      }
      const roleArn = roleOfFunction(caller.functionName) ?? '';
      requireRole(roleArn, permissions, `/${caller.functionName}`);
    },
  };
}
