import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

/** Retries a request after a broken connection or a failure of the server, not after a refusal. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const status = error instanceof ApiError || error instanceof ProductError ? error.status : 0;
  const mayRecover = status === 0 || status >= 500;
  return mayRecover && failureCount < limits.queryRetries;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: limits.queryFreshMs, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
