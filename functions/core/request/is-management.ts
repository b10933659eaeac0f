import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Whether a call comes by the route of an endpoint that takes management keys. */
export const isManagement = ({ routeKey }: Pick<APIGatewayProxyEventV2, 'routeKey'>): boolean =>
  / \/api\/manage\//.test(routeKey);
