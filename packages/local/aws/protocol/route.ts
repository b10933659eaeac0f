import type { Operation } from '#local/aws/service.ts';

/** An operation that a REST request asks for. */
interface Found {
  name: string;
  operation: Operation;
  /** Labels of the path, decoded, and query parameters. */
  members: Record<string, string>;
}

/** Parameters that say nothing about the operation: its name for log readers, and a presigned URL's own. */
const inert = /^x-(id$|amz-)/i;

/**
 * Finds the operation of a request by the routes, the one with most required query parameters first.
 * Gives undefined when there is none, and for a path that is not properly encoded.
 */
export function findRoute(
  operations: Readonly<Record<string, Operation>>,
  { method, path, query }: { method: string; path: string; query: URLSearchParams },
): Found | undefined {
  const parameters = [...query].filter(([name]) => !inert.test(name));
  let best: (Found & { required: number }) | undefined;
  for (const [name, operation] of Object.entries(operations)) {
    const { pattern, required } = readRoute(operation.route ?? '');
    const match = pattern.exec(`${method} ${path}`);
    if (!match || !required.every((parameter) => query.has(parameter))) continue;
    if (best && best.required >= required.length) continue;
    const decoded = decodeLabels(match.groups ?? {});
    if (!decoded) return undefined;
    const members = { ...Object.fromEntries(parameters), ...decoded };
    for (const parameter of required) if (members[parameter] === '') delete members[parameter];
    best = { name, operation, members, required: required.length };
  }
  return best;
}

interface Route {
  /** Matches `GET /path`. */
  pattern: RegExp;
  /** Query parameters by which it differs from other routes. */
  required: string[];
}

const routes = new Map<string, Route>();

/** Reads `GET /{Bucket}/{Key+}?uploads`; `{Key+}` may contain slashes. */
function readRoute(route: string): Route {
  let read = routes.get(route);
  if (!read) {
    const [path = '', query = ''] = route.split('?');
    const source = path
      .replaceAll('.', '\\.')
      .replace(/\{(\w+)\+\}/g, '(?<$1>.+)')
      .replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    read = {
      pattern: new RegExp(`^${source}/?$`, 's'),
      required: query.split('&').filter(Boolean),
    };
    routes.set(route, read);
  }
  return read;
}

function decodeLabels(labels: Record<string, string>): Record<string, string> | undefined {
  try {
    const decoded = Object.entries(labels).map(([name, text]) => [name, decodeURIComponent(text)]);
    return Object.fromEntries(decoded);
  } catch {
    return undefined;
  }
}
