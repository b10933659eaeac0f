import { type Resource, refuseUnknown } from './resource.ts';

/** Checks of a JWT authorizer, as the template states them. */
export interface JwtAuthorizer {
  /** Lower-case header that holds the token: `authorization` for `$request.header.Authorization`. */
  header: string;
  issuer: string;
  audience: string[];
}

/** Key of the route for requests that match no other route. It has no path. */
export const defaultRoute = '$default';

/** One route of an HTTP API. */
export interface Route {
  /** `GET /api/indexes/{index_id}`, or `$default`. */
  key: string;
  method: string;
  /** Segments of the path: `{name}` matches one segment, `{name+}` all that are left. */
  segments: string[];
  apiId: string;
  functionName: string;
  functionArn: string;
  authorizer?: JwtAuthorizer;
}

/** Known properties of each part of an HTTP API: implemented here, or without a meaning in the local cloud. */
const knownProperties: Readonly<Record<string, string[]>> = {
  Api: ['Description', 'DisableExecuteApiEndpoint', 'Name', 'ProtocolType', 'Tags'],
  Route: ['ApiId', 'AuthorizationType', 'AuthorizerId', 'OperationName', 'RouteKey', 'Target'],
  Integration: [
    'ApiId',
    'Description',
    'IntegrationMethod',
    'IntegrationType',
    'IntegrationUri',
    'PayloadFormatVersion',
  ],
  Authorizer: ['ApiId', 'AuthorizerType', 'IdentitySource', 'JwtConfiguration', 'Name'],
  Stage: [
    'AccessLogSettings',
    'ApiId',
    'AutoDeploy',
    'DefaultRouteSettings',
    'Description',
    'RouteSettings',
    'StageName',
    'Tags',
  ],
};

/** Reads the routes of all HTTP APIs. Throws for anything but Lambda proxy integrations on the default stage. */
export function httpRoutes(resources: readonly Resource[]): Route[] {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  for (const [part, known] of Object.entries(knownProperties)) {
    for (const resource of ofType(`AWS::ApiGatewayV2::${part}`)) refuseUnknown(resource, known);
  }
  for (const { properties, logicalId } of ofType('AWS::ApiGatewayV2::Stage')) {
    if (properties.StageName === '$default') continue;
    throw new Error(`stage ${logicalId}: only the stage $default is supported here`);
  }
  const integrations = new Map(
    ofType('AWS::ApiGatewayV2::Integration').map((item) => [item.ref, item]),
  );
  const authorizers = new Map(
    ofType('AWS::ApiGatewayV2::Authorizer').map((item) => [item.ref, jwtAuthorizer(item)]),
  );
  return ofType('AWS::ApiGatewayV2::Route').map(({ properties, logicalId }) => {
    const [method, path] = String(properties.RouteKey).split(' ');
    if (properties.RouteKey !== defaultRoute && !(method && path?.startsWith('/'))) {
      throw new Error(`route ${logicalId}: key ${properties.RouteKey} is not supported here`);
    }
    const integration = integrations.get(String(properties.Target).replace('integrations/', ''));
    if (integration?.properties.IntegrationType !== 'AWS_PROXY') {
      throw new Error(`route ${logicalId}: only Lambda proxy integrations are supported here`);
    }
    if (integration.properties.PayloadFormatVersion !== '2.0') {
      throw new Error(`route ${logicalId}: payload format must be 2.0`);
    }
    const functionArn: string = integration.properties.IntegrationUri;
    const authorization = properties.AuthorizationType ?? 'NONE';
    const authorizer = authorizers.get(properties.AuthorizerId);
    if (authorization !== 'NONE' && !(authorization === 'JWT' && authorizer)) {
      throw new Error(`route ${logicalId}: authorization ${authorization} is not supported here`);
    }
    return {
      key: properties.RouteKey,
      method: method ?? '',
      segments: path ? path.slice(1).split('/') : [],
      apiId: properties.ApiId,
      functionArn,
      functionName: functionArn.replace(/^.*:function:/, ''),
      authorizer: authorization === 'JWT' ? authorizer : undefined,
    };
  });
}

function jwtAuthorizer({ properties, logicalId }: Resource): JwtAuthorizer {
  const source = String(properties.IdentitySource?.[0] ?? '');
  const header = /^\$request\.header\.(.+)$/.exec(source)?.[1];
  if (properties.AuthorizerType !== 'JWT' || !header) {
    throw new Error(`authorizer ${logicalId}: only JWT in a header is supported here`);
  }
  return {
    header: header.toLowerCase(),
    issuer: properties.JwtConfiguration.Issuer,
    audience: properties.JwtConfiguration.Audience,
  };
}
