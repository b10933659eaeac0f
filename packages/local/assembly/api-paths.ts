import type { Resource } from './resource.ts';

/**
 * The paths that the template's distribution sends to the API. All other paths are pages and files of the web
 * app. In a pattern, `*` stands for any characters and `?` for one.
 */
export function apiPaths(resources: readonly Resource[]): (path: string) => boolean {
  const patterns = resources
    .filter(({ type }) => type === 'AWS::CloudFront::Distribution')
    .flatMap(({ properties }) => properties.DistributionConfig.CacheBehaviors ?? [])
    .map(({ PathPattern }) => toRegExp(String(PathPattern)));
  return (path) => path.startsWith('/api/') || patterns.some((pattern) => pattern.test(path));
}

function toRegExp(pattern: string): RegExp {
  const literal = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const source = literal.replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${source}$`);
}
