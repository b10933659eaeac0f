/** What other features may use of `webhooks`. */
export { emitEvent } from './emit-event.ts';
export { removeWebhooksOf } from './remove-webhooks-of.ts';
