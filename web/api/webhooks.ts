import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts';
import type { WebhookEvent } from '#shared/webhooks.ts';
import { api } from '#web/lib/api-client.ts';

/** Webhooks of the organization, the last one first. Deliveries change what they say. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await api('list-webhooks', { signal })).items,
  staleTime: 0,
});

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: ['webhooks'] });

/** What an admin chooses of a webhook. */
export interface WebhookChoice {
  url: string;
  about: string;
  events: WebhookEvent[];
}

export const createWebhook = mutationOptions({
  mutationFn: (body: WebhookChoice) => api('create-webhook', { body }),
  onSuccess: (_made, _body, _result, { client }) => refresh(client),
});

export const updateWebhook = ({ webhook_id }: Webhook) =>
  mutationOptions({
    mutationFn: (body: Partial<WebhookChoice> & { is_on?: boolean }) =>
      api('update-webhook', { params: { webhook_id }, body }),
    onSuccess: (_webhook, _body, _result, { client }) => refresh(client),
  });

export const deleteWebhook = mutationOptions({
  mutationFn: ({ webhook_id }: Webhook) => api('delete-webhook', { params: { webhook_id } }),
  onSuccess: (_nothing, _webhook, _result, { client }) => refresh(client),
});

/** @param onMade gets the new secret */
export const rotateWebhookSecret = (onMade: (secret: string) => void) =>
  mutationOptions({
    mutationFn: ({ webhook_id }: Webhook) =>
      api('rotate-webhook-secret', { params: { webhook_id } }),
    onSuccess: ({ secret }, _webhook, _result, { client }) => {
      onMade(secret);
      return refresh(client);
    },
  });

export const tryWebhook = mutationOptions({
  mutationFn: ({ webhook_id }: Webhook) => api('try-webhook', { params: { webhook_id } }),
  onSuccess: (_delivery, _webhook, _result, { client }) => refresh(client),
});

const pageSize = 25;
/** How often a list is looked at in which something waits, in milliseconds. */
const lookAgainMs = 3000;

/** What was sent to a webhook, newest first. */
export const deliveriesQuery = (webhook_id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhook_id, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      api('list-webhook-deliveries', {
        params: { webhook_id },
        query: { limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ status }) => status === 'waiting') ? lookAgainMs : false,
  });

export const redeliver = (webhook_id: string) =>
  mutationOptions({
    mutationFn: ({ delivery_id }: WebhookDelivery) =>
      api('redeliver-webhook', { params: { webhook_id, delivery_id } }),
    onSuccess: (_delivery, _sent, _result, { client }) => refresh(client),
  });
