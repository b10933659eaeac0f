import { defaultRoute, type Route } from '#local/assembly/routes.ts';

/** A route with the values of its path parameters. */
export interface RouteMatch {
  route: Route;
  /** Decoded; empty when the path has no parameters. */
  pathParameters: Record<string, string>;
}

/**
 * Finds the route of a request like an HTTP API. A literal segment has precedence over `{name}`, `{name}` over
 * `{name+}`, and a named method over `ANY`. `$default` matches all other requests.
 */
export function openRouteTable(routes: readonly Route[]) {
  const ordered = [...routes].sort((a, b) => rank(a).localeCompare(rank(b)));
  const fallback = routes.find(({ key }) => key === defaultRoute);
  return (method: string, path: string): RouteMatch | undefined => {
    const segments = path.slice(1).split('/');
    for (const route of ordered) {
      if (route.method !== method && route.method !== 'ANY') continue;
      const pathParameters = match(route.segments, segments);
      if (pathParameters) return { route, pathParameters };
    }
    return fallback && { route: fallback, pathParameters: {} };
  };
}

function rank({ segments, method }: Route): string {
  const kinds = segments.map((part) =>
    part.endsWith('+}') ? '2' : part.startsWith('{') ? '1' : '0',
  );
  return kinds.join('') + (method === 'ANY' ? '1' : '0');
}

function match(pattern: string[], segments: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (part.endsWith('+}')) {
      parameters[part.slice(1, -2)] = segments.slice(index).map(decode).join('/');
      return parameters;
    }
    if (part.startsWith('{')) {
      if (segment === '') return undefined;
      parameters[part.slice(1, -1)] = decode(segment);
    } else if (part !== segment) {
      return undefined;
    }
  }
  return pattern.length === segments.length ? parameters : undefined;
}

/** Percent-decodes `text`. Returns it unchanged if it is not validly encoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
