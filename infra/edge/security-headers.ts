import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { type EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';

/** The inline scripts of the documents. */
const inlineScripts = join(import.meta.dirname, '../../web/inline');

const hashes = readdirSync(inlineScripts).map((file) => {
  const text = readFileSync(join(inlineScripts, file));
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
});

/** Security headers of every response, for pages and the API. The browser posts files to the bucket `uploads`. */
export function createSecurityHeaders(
  scope: EnvironmentStack,
  uploads: IBucket,
): ResponseHeadersPolicy {
  const { deployed, region, stripePublishableKey } = scope.settings;
  const services = deployed
    ? [`https://cognito-idp.${region}.amazonaws.com`, `https://${uploads.bucketRegionalDomainName}`]
    : ['http://127.0.0.1:*', 'http://localhost:*'];
  return new ResponseHeadersPolicy(scope, 'SecurityHeaders', {
    responseHeadersPolicyName: physicalName(scope.settings, 'security-headers'),
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: contentSecurityPolicy(services, Boolean(stripePublishableKey)),
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: {
        referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: true,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        includeSubdomains: true,
        override: true,
      },
    },
  });
}

/**
 * Allows only the app's own origin, and connections to the services that the browser calls directly. With
 * payments it also allows Stripe's script, frames and API:
 * https://docs.stripe.com/security/guide#content-security-policy
 */
function contentSecurityPolicy(services: string[], withPayments: boolean): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes, ...(withPayments ? ['https://js.stripe.com'] : [])],
    ...(withPayments && {
      'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
    }),
    'connect-src': ["'self'", ...services, ...(withPayments ? ['https://api.stripe.com'] : [])],
    'img-src': ["'self'", 'data:'],
    // Mantine sets style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}
