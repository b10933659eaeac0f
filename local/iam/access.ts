import { AwsError, type Caller, type Permission } from '#local/aws/service.ts';
import { isAllowed } from './match-policy.ts';
import type { ResourceStatement } from './resource-policies.ts';
import type { Role } from './roles.ts';

/** Authorises AWS requests by the role of their caller and its policies. */
export interface Access {
  /** Throws `AccessDeniedException`, which names action and resource, if a permission is missing. */
  require(caller: Caller, permissions: readonly Permission[]): void;
  /** The same for a role that a service assumes, for instance the role of a state machine or schedule. */
  requireRole(roleArn: string, permissions: readonly Permission[]): void;
}

/** Condition keys of every call. They claim TLS, because a loopback connection is as safe without it. */
const CONTEXT = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };

/**
 * Authorises by the roles of the assembly and the policies of its resources. The host may do anything, like the
 * owner of an account.
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
