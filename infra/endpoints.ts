import { type Contract, contract, type EndpointName } from '#shared/contract/contract.ts';
import { isOpen } from '#shared/contract/endpoint.ts';

/** Stacks of endpoints by domain, so that each stays far below CloudFormation's limit of 500 resources. */
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

/** Size of a deployed function. Its permissions are derived from its code: see `permissions.ts`. */
export interface FunctionSize {
  /** 1,769 MB is one whole vCPU. What searches indexes has at least the installation's `searchMemoryMb`. */
  memoryMb: number;
  timeoutSeconds: number;
}

interface EndpointSettings extends FunctionSize {
  stack: EndpointStack;
}

const defaultSize: FunctionSize = { memoryMb: 512, timeoutSeconds: 10 };
/** One whole vCPU, and nearly all the time API Gateway waits. */
const heavyWork: FunctionSize = { memoryMb: 1769, timeoutSeconds: 29 };
/** The installation sets the memory of what searches; this is the least. */
const search: FunctionSize = { memoryMb: 1024, timeoutSeconds: 29 };

/** The payment provider may be slow and is called several times. */
const billing: Partial<FunctionSize> = { timeoutSeconds: 29 };

/** Endpoints that need more than the default. */
const specialSizes: { [Name in EndpointName]?: Partial<FunctionSize> } = {
  // S3 may take minutes to join thousands of parts. The tool retries until it is done.
  'complete-cli-upload': { timeoutSeconds: 29 },
  'query-index': search,
  'get-query-vector': search,
  'get-dictionary': search,
  'get-filtered-data': search,
  'list-similar-rows': search,
  // It compares claims with whole patents.
  'rerank-patents': heavyWork,
  // A PDF of a long chart takes seconds.
  'export-report': heavyWork,
  // They compare a reference with the claims.
  'add-report-reference': heavyWork,
  'get-report-marks': heavyWork,
};

/** Stack and size of an endpoint of the contract. */
export function settingsOf(name: EndpointName): EndpointSettings {
  const stack = stackOfTag[contract[name].tag];
  return { stack, ...defaultSize, ...(stack === 'Billing' && billing), ...specialSizes[name] };
}

/** Share of routes that visitors call by hand, with a form or a question: in prod 20 requests per second each. */
const formShare = 0.02;
/** Share of routes that use a whole vCPU, such as searches and PDFs: in prod 200 requests per second each. */
const heavyShare = 0.2;

/** The share of `apiRequestsPerSecond` that one route gets. API Gateway counts each route separately. */
export function shareOf(name: EndpointName): number {
  const { access, method } = contract[name];
  if (name === 'list-breached-passwords') return formShare;
  if (settingsOf(name).memoryMb > defaultSize.memoryMb) return heavyShare;
  const isForm = isOpen(access) && (access === 'public' || access === 'visitor');
  return isForm && method !== 'GET' ? formShare : 1;
}
