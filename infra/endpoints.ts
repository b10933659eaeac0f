import { type Contract, contract, type EndpointName } from '#shared/contract/contract.ts';
import { isOpen } from '#shared/contract/endpoint.ts';

/** Stacks that hold endpoints, by domain, so that none comes near CloudFormation's 500 resources. */
export type EndpointStack =
  | 'Edge'
  | 'Accounts'
  | 'Search'
  | 'Billing'
  | 'Assistant'
  | 'Reports'
  | 'Admin';

const stackOfTag: Record<Contract[EndpointName]['tag'], EndpointStack> = {
  System: 'Edge',
  Users: 'Accounts',
  Organizations: 'Accounts',
  Datasets: 'Search',
  Indexes: 'Search',
  'API keys': 'Search',
  Search: 'Search',
  Patents: 'Search',
  Documentation: 'Search',
  Billing: 'Billing',
  Assistant: 'Assistant',
  Administration: 'Admin',
  Website: 'Accounts',
  Reports: 'Reports',
};

/** Settings of a deployed function. Its permissions are read out of its code: see `permissions.ts`. */
export interface FunctionSize {
  /** 1,769 MB is one whole vCPU. */
  memoryMb: number;
  timeoutSeconds: number;
}

interface EndpointSettings extends FunctionSize {
  stack: EndpointStack;
}

const usual: FunctionSize = { memoryMb: 512, timeoutSeconds: 10 };
/** A query scans vectors: give it one whole vCPU, and nearly all the time API Gateway waits. */
const search: FunctionSize = { memoryMb: 1769, timeoutSeconds: 29 };

/** The payment provider may be slow and is called several times. */
const billing: Partial<FunctionSize> = { timeoutSeconds: 29 };

/** Endpoints that need more than the usual. */
const unusual: { [Name in EndpointName]?: Partial<FunctionSize> } = {
  // S3 may take minutes to join thousands of parts; the tool asks again until it has.
  'complete-cli-upload': { timeoutSeconds: 29 },
  'query-index': search,
  'get-query-vector': search,
  'get-dictionary': search,
  'get-filtered-data': search,
  'rerank-patents': search,
  // A PDF of a long chart takes seconds.
  'export-report': search,
  // They compare a reference with the claims.
  'add-report-reference': search,
  'get-report-marks': search,
};

/** Where an endpoint of the contract is deployed, and what it gets. */
export function settingsOf(name: EndpointName): EndpointSettings {
  const stack = stackOfTag[contract[name].tag];
  return { stack, ...usual, ...(stack === 'Billing' && billing), ...unusual[name] };
}

/** Requests that a stranger makes by hand, a form or a question: in prod 20 a second on each of these routes. */
const byHand = 0.02;
/** Searches and PDFs hold a whole vCPU: in prod 200 a second on each. */
const heavy = 0.2;

/** Which part of `apiRequestsPerSecond` one route takes. API Gateway counts each route on its own. */
export function shareOf(name: EndpointName): number {
  const { access, method } = contract[name];
  if (settingsOf(name).memoryMb > usual.memoryMb) return heavy;
  const isForm = isOpen(access) && (access === 'public' || access === 'visitor');
  return isForm && method !== 'GET' ? byHand : 1;
}
