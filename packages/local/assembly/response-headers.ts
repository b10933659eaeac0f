import type { Resource } from './resource.ts';

/**
 * Headers of the template's response headers policy, so that pages have the same Content Security Policy as behind
 * CloudFront. Strict-Transport-Security is left out, because the local origin has no TLS.
 */
export function responseHeaders(resources: readonly Resource[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { type, properties } of resources) {
    if (type !== 'AWS::CloudFront::ResponseHeadersPolicy') continue;
    const { SecurityHeadersConfig: security = {}, CustomHeadersConfig: custom } =
      properties.ResponseHeadersPolicyConfig;
    const set = (name: string, value: string | undefined) => {
      if (value) headers[name] = value;
    };
    set('content-security-policy', security.ContentSecurityPolicy?.ContentSecurityPolicy);
    set('x-content-type-options', security.ContentTypeOptions && 'nosniff');
    set('x-frame-options', security.FrameOptions?.FrameOption);
    set('referrer-policy', security.ReferrerPolicy?.ReferrerPolicy);
    for (const { Header, Value } of custom?.Items ?? []) set(Header.toLowerCase(), Value);
  }
  return headers;
}
