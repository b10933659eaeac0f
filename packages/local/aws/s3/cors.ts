import type { ServerResponse } from 'node:http';
import { AwsError, type RestRequest } from '#local/aws/service.ts';
import type { CorsRule } from './bucket.ts';

/** Answers a preflight. Throws 403 if no rule of the bucket allows what the browser asks. */
export function answerPreflight(
  { headers }: RestRequest,
  response: ServerResponse,
  rules: CorsRule[],
): void {
  const method = String(headers['access-control-request-method'] ?? '');
  const asked = String(headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const rule = findRule(rules, headers.origin, method, asked);
  if (!rule) {
    throw new AwsError('AccessForbidden', 'CORSResponse: This CORS request is not allowed.', 403);
  }
  allow(response, rule, headers.origin!);
  response.setHeader('access-control-allow-methods', rule.AllowedMethods.join(', '));
  if (asked.length > 0) response.setHeader('access-control-allow-headers', asked.join(', '));
  response.setHeader('access-control-max-age', rule.MaxAge);
  response.writeHead(200);
  response.end();
}

/** Lets the page that sent a request read its answer, errors included, if a rule of the bucket does. */
export function allowOrigin(request: RestRequest, response: ServerResponse, rules: CorsRule[]) {
  const { origin } = request.headers;
  const rule = origin && findRule(rules, origin, request.method, []);
  if (rule) allow(response, rule, origin);
}

function allow(response: ServerResponse, rule: CorsRule, origin: string): void {
  const anyone = rule.AllowedOrigins.includes('*');
  response.setHeader('access-control-allow-origin', anyone ? '*' : origin);
  response.setHeader(
    'vary',
    'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  );
  response.setHeader('access-control-expose-headers', rule.ExposedHeaders.join(', '));
}

function findRule(
  rules: CorsRule[],
  origin: string | undefined,
  method: string,
  headers: string[],
) {
  if (origin === undefined) return undefined;
  return rules.find(
    (rule) =>
      rule.AllowedMethods.includes(method) &&
      rule.AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      headers.every((name) =>
        rule.AllowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name)),
      ),
  );
}

/** A pattern has at most one `*`. */
function matches(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}
