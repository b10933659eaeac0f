import { queryOptions } from '@tanstack/react-query';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { anonymousApi } from './anonymous-api.ts';

/** The settings that differ between environments: one web build serves all of them. */
export type WebConfig = OutputOf<Contract['get-config']>;

let loaded: Promise<WebConfig> | undefined;

/** The run-time configuration, fetched once. A failed attempt is not remembered. */
export function loadConfig(): Promise<WebConfig> {
  loaded ??= anonymousApi('get-config').catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: loadConfig,
  staleTime: Number.POSITIVE_INFINITY,
});
