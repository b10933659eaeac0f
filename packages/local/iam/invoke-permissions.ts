import type { Resource } from '#local/assembly/resource.ts';
import { isAllowed } from './match-policy.ts';

/** A service that invokes a function, and the resource for which it does. */
export interface InvokingService {
  /** For instance `apigateway.amazonaws.com`. */
  principal: string;
  /** For instance the route's `arn:aws:execute-api:…`. */
  sourceArn: string;
}

/** Resource policies of functions: which services may invoke them (`AWS::Lambda::Permission`). */
export function readInvokePermissions(resources: readonly Resource[]) {
  const permissions = resources
    .filter(({ type }) => type === 'AWS::Lambda::Permission')
    .map(({ properties }) => ({
      functionName: String(properties.FunctionName).replace(/^.*:function:/, ''),
      principal: properties.Principal as string,
      action: properties.Action as string,
      sourceArn: (properties.SourceArn as string | undefined) ?? '*',
    }));
  return (functionName: string, service: InvokingService): boolean =>
    permissions.some(
      (permission) =>
        permission.functionName === functionName &&
        permission.principal === service.principal &&
        isAllowed(
          [{ Effect: 'Allow', Action: permission.action, Resource: permission.sourceArn }],
          {
            action: 'lambda:InvokeFunction',
            resource: service.sourceArn,
          },
        ),
    );
}
