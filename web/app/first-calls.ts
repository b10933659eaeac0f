import { clientRoutes } from '#shared/client-routes.ts';
import type { EndpointName } from '#shared/contract/contract.ts';

/** A call with which a page begins, whatever it is. Values in braces are filled in for the address, as `start-page.js` says. */
export interface FirstCall {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: Record<string, string>;
  /** Whether it is made without the token. */
  isAnonymous?: true;
}

const call = (name: EndpointName, values: Omit<FirstCall, 'method' | 'path'>): FirstCall => {
  const { method, path } = clientRoutes[name];
  return { method, path, ...values };
};

/** Of each page for people who are signed in. */
export const memberCalls: readonly FirstCall[] = [
  call('get-user', { query: { user_id: '{user}', device: '{device}' } }),
  // Says whether the visit is counted.
  call('get-config', { isAnonymous: true }),
];

/**
 * Of pages whose largest text is what was asked for, by their paths. The document begins them, so that they do not wait for scripts
 * (ADR 092). They must be what the page asks: others would be made for nothing.
 */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  search: [
    call('list-indexes', { query: { index_id: '{index=us_patents}' } }),
    call('create-search-key', { body: { index_id: '{index=us_patents}' } }),
  ],
  'patents/:ucid': [call('get-patent-text', { body: { ucid: '{ucid}' } })],
};
