import { ApiError, type Client, createClient } from '../../shared/client.ts';
import { managementPath } from '../../shared/management-scopes.ts';
import { toFailure } from './open-index.ts';
import { isTransientStatus, pauseMs } from './retry.ts';
import type { Login } from './saved-login.ts';

const retries = 3;
const longestPauseMs = 30_000;

/**
 * The calls that a management key may make. Those that only read are repeated while the server is busy. They throw `Failure`.
 */
export function openManagement({ address, key }: Login) {
  const call = createClient({
    baseUrl: address,
    getToken: async () => key,
    fetch: (url, init) =>
      fetch(address + managementPath(url.slice(address.length)), init as RequestInit),
  });
  return {
    async read<T>(send: (call: Client) => Promise<T>): Promise<T> {
      for (let retry = 0; ; retry++) {
        try {
          return await send(call);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const pause = pauseMs(retry, Number(error.retryAfter ?? 0) * 1000);
          if (!isBusy(error) || pause > longestPauseMs || retry >= retries) {
            throw toFailure(error, isBusy(error));
          }
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
    },
    async change<T>(send: (call: Client) => Promise<T>): Promise<T> {
      try {
        return await send(call);
      } catch (error) {
        throw error instanceof ApiError ? toFailure(error, isBusy(error)) : error;
      }
    },
  };
}

export type Management = ReturnType<typeof openManagement>;

const isBusy = ({ status }: ApiError) => status === 0 || isTransientStatus(status);

/** For whom a key acts: what other calls take as ids and address. */
export const callerOf = ({ read }: Management) => read((call) => call('get-management-caller'));
