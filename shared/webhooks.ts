/** What webhooks tell of, and how long they try. Pages, contract and functions share it. */

/** Each event with what people read about it. */
export const webhookEvents = {
  'index.ready': 'An index is built, and its new version is searched',
  'index.failed': 'The build of an index has failed',
  'report.ready': 'A report that somebody of the organization asked for is ready',
  'alert.found': 'The alert of a saved search has found something new',
  'quota.near': 'Four fifths of the queries of a day are used',
} as const;

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[];

/**
 * Pauses before each further try of a delivery, in seconds: three days in all. The last try that fails ends it. Many are short, because
 * a receiver that fails half of its calls by chance loses one event in 2 to the power of the tries.
 */
export const retryPauses = [
  5, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;

/** Days after which a webhook is switched off whose every delivery has failed. */
export const failingDaysMax = 5;

/** Share of a day's queries at which `quota.near` is sent. */
export const quotaNear = 0.8;

/** Why a webhook sends nothing. */
export const webhookStops = ['by-you', 'failing', 'gone'] as const;
export type WebhookStop = (typeof webhookStops)[number];
