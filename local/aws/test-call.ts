import { runOperation } from './run-operation.ts';
import type { Call, Operation, Permission, Service } from './service.ts';

function operationOf(service: Service, name: string): Operation {
  const operation = Object.hasOwn(service.operations, name) && service.operations[name];
  if (!operation) throw new Error(`${service.name}: ${name} is not emulated`);
  return operation;
}

/** Test-only: runs an operation as the host would, without the wire. */
export async function callOperation(
  service: Service,
  name: string,
  members: object,
): Promise<unknown> {
  const call = { caller: { kind: 'host' }, require: () => {} } as unknown as Call;
  return runOperation(operationOf(service, name), members, call, service.invalidInput);
}

/** Test-only: what IAM must allow for a call. */
export async function permissionsOf(
  service: Service,
  name: string,
  members: object,
): Promise<readonly Permission[]> {
  let asked: readonly Permission[] = [];
  const operation = { ...operationOf(service, name), run: () => {} };
  const require = (permissions: readonly Permission[]) => {
    asked = permissions;
  };
  const call = { caller: { kind: 'host' }, require } as unknown as Call;
  await runOperation(operation, members, call, service.invalidInput);
  return asked;
}
