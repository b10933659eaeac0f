import type { Webhook } from '#shared/contract/webhooks.ts';

/** What people call a webhook: the address may be long, or hold a secret. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => URL.parse(url)?.host ?? url;
