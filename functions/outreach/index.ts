/** What other features may use of `outreach`. */
export { forgetAddress, getSubscriber } from './newsletter.ts';
