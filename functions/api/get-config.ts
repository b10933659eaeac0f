import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { env } from '#functions/runtime/config.ts';

export const handler = lambda('get-config', anyone, async () => ({
  environment: env('ENVIRONMENT'),
  region: env('AWS_REGION'),
  userPoolId: env('USER_POOL_ID'),
  userPoolClientId: env('USER_POOL_CLIENT_ID'),
  userPoolEndpoint: process.env.USER_POOL_ENDPOINT,
  apiBase: '/api',
  partnerSiteUrl: env('PARTNER_SITE_URL'),
  salesEmail: env('SALES_EMAIL'),
  blogUrl: env('BLOG_URL'),
  postalAddress: env('POSTAL_ADDRESS'),
}));
