import { findOperation, runOperation } from './run-operation.ts';
import type { Call, Permission, Service } from './service.ts';

/** Test-only: what IAM must allow for a call. */
export async function permissionsOf(
  service: Service,
  name: string,
  members: object,
): Promise<readonly Permission[]> {
  let asked: readonly Permission[] = [];
  const operation = { ...findOperation(service, name), run: () => {} };
  const require = (permissions: readonly Permission[]) => {
    asked = permissions;
  };
  const call = { caller: { kind: 'host' }, require } as unknown as Call;
  await runOperation(operation, members, call, service.invalidInput);
  return asked;
}
