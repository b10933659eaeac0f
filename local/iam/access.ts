import { AwsError, type Caller, type Permission } from '#local/aws/service.ts';
import { isAllowed } from './match-policy.ts';
import type { ResourceStatement } from './resource-policies.ts';
import type { Role } from './roles.ts';

/** Decides calls at the wire: who calls, which role is theirs, what its policies allow. */
export interface Access {
  /** Throws `AccessDeniedException` naming action and resource when any permission is missing. */
  require(caller: Caller, permissions: readonly Permission[]): void;
  /** The same for a role that a service assumes (a state machine's, a schedule's). */
  requireRole(roleArn: string, permissions: readonly Permission[]): void;
}

/** What conditions may ask about every call: a loopback address needs no TLS to be as safe as with it. */
const CONTEXT = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };

/**
 * Access by the roles of the assembly and the policies of its resources. The host itself may do
 * anything, as an account's owner may.
 */
export function openAccess(
  roles: ReadonlyMap<string, Role>,
  roleOfFunction: (functionName: string) => string | undefined,
  resourceStatements: readonly ResourceStatement[] = [],
): Access {
  const requireRole = (roleArn: string, permissions: readonly Permission[], session = '') => {
    const role = roles.get(roleArn);
    const name = roleArn.replace(/^.*:role\//, 'assumed-role/') + session;
    const ofResources = resourceStatements.filter(({ covers }) => covers(roleArn));
    for (const permission of permissions) {
      const request = { ...permission, context: { ...CONTEXT, ...permission.context } };
      if (role && isAllowed([...role.statements, ...ofResources], request)) continue;
      throw new AwsError(
        'AccessDeniedException',
        `User: ${name} is not authorized to perform: ${permission.action} on resource: ${permission.resource} because no policy allows the ${permission.action} action, or one denies it`,
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
