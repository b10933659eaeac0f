import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { env, optionalSetting, setting } from '#core/runtime/config.ts';
import { system } from '#shared/contract/system.ts';

export const handler = lambda(system, 'get-config', anyone, async () => ({
  environment: env('ENVIRONMENT'),
  region: env('AWS_REGION'),
  userPoolId: setting('USER_POOL_ID'),
  userPoolClientId: setting('USER_POOL_CLIENT_ID'),
  userPoolEndpoint: optionalSetting('USER_POOL_ENDPOINT'),
  apiBase: '/api',
  stripePublishableKey: optionalSetting('STRIPE_PUBLISHABLE_KEY'),
  partnerSiteUrl: setting('PARTNER_SITE_URL'),
  salesEmail: setting('SALES_EMAIL'),
  blogUrl: setting('BLOG_URL'),
  socialUrls: setting('SOCIAL_URLS').split(','),
  postalAddress: setting('POSTAL_ADDRESS'),
  countPageViews: optionalSetting('COUNT_PAGE_VIEWS') === 'true',
}));
