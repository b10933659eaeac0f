import { WebhooksPage } from '#web/features/webhooks/webhooks-page.tsx';

export const Component = WebhooksPage;
