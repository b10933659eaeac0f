import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalSetting, setting } from '#core/runtime/config.ts';
import { isWarmEvent } from '#core/runtime/warm-event.ts';
import type { Contract, EndpointName } from '#shared/contract/contract.ts';
import { originHeader } from '#shared/origin-header.ts';
import { bypassesCloudFront } from './bypasses-cloudfront.ts';
import type { ApiHandler } from './lambda.ts';
import { answerUnmatched, knownPath } from './unmatched.ts';

/** What the event of a function's own URL names instead of a route. */
const noRoute = '$default';

/**
 * Lets a handler answer at the URL of its function, too, where CloudFront asks it without the HTTP API (ADR 114). What the API
 * does before and after is done here: it compares method and path, reads the parameters of the path, adds the address that asked
 * to `x-forwarded-for`, and names the request in the answer.
 */
export function alsoAtUrl<K extends EndpointName>(
  endpoints: Pick<Contract, NoInfer<K>>,
  name: K,
  handler: ApiHandler<NoInfer<K>>,
): ApiHandler<K> {
  const path = knownPath(endpoints[name]);
  const answer = async (event: Parameters<ApiHandler<K>>[0]) => {
    if (isWarmEvent(event) || event.routeKey !== noRoute) return handler(event);
    const { http, requestId } = event.requestContext;
    const match = path.methods.includes(http.method) && path.pattern.exec(event.rawPath);
    const result = match
      ? await handler({ ...event, headers: headersOf(event), pathParameters: { ...match.groups } })
      : answerUnmatched([path], event);
    return { ...result, headers: { ...result.headers, 'apigw-requestid': requestId } };
  };
  return Object.assign(answer, { endpoint: name });
}

/**
 * The headers as the API would hand them on. Where programs may ask this address themselves (ADR 119), a request without the
 * secret of CloudFront gets it here, and comes from where its connection does: what it says about that is not looked at.
 */
function headersOf(event: APIGatewayProxyEventV2) {
  const { headers, requestContext } = event;
  if (optionalSetting('QUERY_URL_FOR_PROGRAMS') !== 'true' || !bypassesCloudFront(event)) {
    return { ...headers, 'x-forwarded-for': forwardedFor(event) };
  }
  const { sourceIp } = requestContext.http;
  return {
    ...headers,
    [originHeader]: setting('ORIGIN_SECRET'),
    'x-forwarded-for': `${sourceIp}, ${sourceIp}`,
  };
}

/**
 * The addresses that a request came through, the last of which is that of CloudFront, as `addressOf` reads them. The API always
 * adds it; of a URL it is not documented, so it is added where it is missing.
 */
function forwardedFor({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const { sourceIp } = requestContext.http;
  const hops = (headers['x-forwarded-for'] ?? '').split(/[, ]+/).filter((hop) => hop !== '');
  return (hops.at(-1) === sourceIp ? hops : [...hops, sourceIp]).join(', ');
}
