import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

export const system = {
  'get-health': {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    tag: 'System',
    summary: 'Says that the API answers.',
    output: z.object({
      status: z.literal('ok'),
      commit: z.string().optional().meta({ description: 'What was deployed, if it is known' }),
    }),
  },
  'get-config': {
    method: 'GET',
    path: '/config.json',
    access: 'public',
    tag: 'System',
    summary: 'Run-time configuration of the web app, so that one build serves every environment.',
    output: z
      .object({
        environment: z.string(),
        region: z.string(),
        userPoolId: z.string(),
        userPoolClientId: z.string(),
        userPoolEndpoint: z.string().optional(),
        apiBase: z.string(),
        stripePublishableKey: z.string().optional(),
        partnerSiteUrl: z.string(),
        salesEmail: z.string(),
        blogUrl: z.string(),
        socialUrls: z.array(z.url()),
        postalAddress: z.string(),
        countPageViews: z.boolean(),
      })
      .meta({ id: 'WebConfig' }),
  },
  'get-openapi': {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    tag: 'System',
    summary: 'This document.',
    output: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Endpoint>;
