import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isWarmEvent } from '#core/runtime/warm-event.ts';
import type { Contract, EndpointName } from '#shared/contract/contract.ts';
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
      ? await handler({
          ...event,
          headers: { ...event.headers, 'x-forwarded-for': forwardedFor(event) },
          pathParameters: { ...match.groups },
        })
      : answerUnmatched([path], event);
    return { ...result, headers: { ...result.headers, 'apigw-requestid': requestId } };
  };
  return Object.assign(answer, { endpoint: name });
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
