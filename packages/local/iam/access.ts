import { AwsError, type Caller, type Permission } from '#local/aws/service.ts';
import { allowingResource, isAllowed } from './match-policy.ts';
import type { PermissionRecord } from './permission-record.ts';
import type { ResourceStatement } from './resource-policies.ts';
import type { Role } from './roles.ts';

/** Authorises AWS requests by the role of their caller and its policies. */
export interface Access {
  /**
   * Throws `AccessDeniedException`, which names action and resource, if a permission is missing.
   * @param operation the call that needs the permissions, for the record
   */
  require(caller: Caller, permissions: readonly Permission[], operation?: string): void;
  /** The same for a role that a service assumes, for instance the role of a state machine or schedule. */
  requireRole(roleArn: string, permissions: readonly Permission[]): void;
}

/** Condition keys of every call. They claim TLS, because a loopback connection is as safe without it. */
const secureConnection = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };

/**
 * Authorises by the roles of the assembly and the policies of its resources. The host may do anything, like the
 * owner of an account.
 */
export function openAccess(
  roles: ReadonlyMap<string, Role>,
  roleOfFunction: (functionName: string) => string | undefined,
  resourceStatements: readonly ResourceStatement[] = [],
  record?: PermissionRecord,
): Access {
  const statementsOf = (roleArn: string) => [
    ...(roles.get(roleArn)?.statements ?? []),
    ...resourceStatements.filter(({ covers }) => covers(roleArn)),
  ];
  const requestOf = ({ action, resource, context }: Permission) => ({
    action,
    resource,
    context: { ...secureConnection, ...context },
  });
  const requireRole = (roleArn: string, permissions: readonly Permission[], session = '') => {
    const statements = statementsOf(roleArn);
    const name = roleArn.replace(/^.*:role\//, 'assumed-role/') + session;
    for (const permission of permissions) {
      if (roles.has(roleArn) && isAllowed(statements, requestOf(permission))) continue;
      throw new AwsError(
        'AccessDeniedException',
        `User: ${name} is not authorized to perform: ${permission.action} on resource: ${permission.resource} because no policy allows the ${permission.action} action, or one denies it`,
      );
    }
  };
  /** Writes down what a function asks for, and by which resource of its policy it is allowed. */
  const note = (functionName: string, permission: Permission, operation = permission.action) => {
    const statements = statementsOf(roleOfFunction(functionName) ?? '');
    const request = requestOf(permission);
    const allowed = isAllowed(statements, request);
    record?.add({
      functionName,
      operation,
      action: permission.action,
      resource: (allowed && allowingResource(statements, request)) || permission.resource,
      isAllowed: allowed,
    });
  };
  return {
    requireRole,
    require(caller, permissions, operation) {
      if (caller.kind === 'host') return;
      if (caller.kind === 'anonymous') {
        throw new AwsError(
          'MissingAuthenticationTokenException',
          'Missing Authentication Token',
          403,
        );
      }
      if (caller.kind === 'role') return requireRole(caller.roleArn, permissions);
      const roleArn = roleOfFunction(caller.functionName) ?? '';
      if (record) for (const one of permissions) note(caller.functionName, one, operation);
      requireRole(roleArn, permissions, `/${caller.functionName}`);
    },
  };
}
