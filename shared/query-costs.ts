/**
 * What searches, builds and storage cost, for the operator's bill (`npm run cost`) and for what staff see of an organization.
 * Prices of AWS in us-east-1, in USD, without tax; `ops/cost/prices.ts` says where they were compared.
 */

export const usagePrices = {
  lambdaRequestsMillion: 0.2,
  /** arm64. */
  lambdaGbSecond: 0.0000133334,
  httpApiRequestsMillion: 1,
  cloudFrontRequestsMillion: 1,
  dynamoWritesMillion: 0.625,
  dynamoReadsMillion: 0.125,
  logGb: 0.5,
  /** To the internet, but from CloudFront. */
  transferGb: 0.09,
  s3GbMonth: 0.023,
  stateTransitionsThousand: 0.025,
} as const;

/** One line of a bill. */
export interface Item {
  what: string;
  usd: number;
}

export const total = (items: readonly Item[]) => items.reduce((sum, { usd }) => sum + usd, 0);

/** Bytes of the lines about a query with a text of 100 letters, as tests count them. */
export const logBytes = {
  /** Of the function: request and search. */
  request: 600,
  /** Of API Gateway. */
  access: 285,
  /** What CloudWatch adds to each line. */
  event: 26,
} as const;

/** What a query takes beside the search itself. Counted in the code and its log lines, but for the wait. */
export const query = {
  memoryGb: 1769 / 1024,
  /** Assumed: the calls of DynamoDB that a query waits for, and the parsing. Not measured in AWS. */
  waitMs: 20,
  /**
   * Token of the key. Of every ten queries of a day, one is counted for the organization, with nine more, and adds these to the
   * key in a transaction, which counts twice.
   */
  writes: 1 + (1 + 2) / 10,
  /** The index, and the organization of the other nine. */
  reads: 1 + 9 / 10,
};

/** Bytes that CloudWatch bills for a query: the function's line, and the API's where it comes through that. */
const loggedBytes = (way: Way) =>
  logBytes.request + logBytes.event + (way === 'api' ? logBytes.access + logBytes.event : 0);

/** Of an answer with ten hits of a catalogue of patents, compressed, with its headers: 1,400 and 970 were counted. */
export const answerBytes = 2400;

/** What DynamoDB bills for a delivery of ten searches of one owner, as a test counts it. */
export const deliveryWrites = {
  /** The searches: an item of two kilobytes, in the table and in an index. One search alone has half of that. */
  pack: 4,
  /** A transaction writes the row of the organization, that of all, and a note of the delivery, each twice. */
  counts: 6,
} as const;

/** What `record-searches` takes for each delivery of log lines. */
const delivery = {
  memoryGb: 0.5,
  /** Assumed. */
  seconds: 0.05,
};

/** Searches in a delivery: CloudWatch hands on what an instance logs within some seconds. */
export const deliveries = { sparse: 1, dense: 10 } as const;

/**
 * The way that queries come: through CloudFront and the HTTP API, through CloudFront to the function's own address (ADR 114), or
 * from programs to that address (ADR 119).
 */
type Way = 'api' | 'queryUrl' | 'forPrograms';

/** Where a million queries are answered, and how close together they come. */
interface Traffic {
  memoryGb?: number;
  searchesOfDelivery?: number;
  way?: Way;
}

/** What a million queries cost whose search takes `searchMs`, by default on one vCPU, and close together. */
export function queriesBill(
  searchMs: number,
  { memoryGb = query.memoryGb, searchesOfDelivery = deliveries.dense, way = 'api' }: Traffic = {},
): Item[] {
  const gbSeconds = ((searchMs + query.waitMs) / 1000) * memoryGb * 1e6;
  const delivered = 1 / searchesOfDelivery;
  const packs = searchesOfDelivery === deliveries.sparse ? 0.5 : 1;
  const recorder =
    usagePrices.lambdaRequestsMillion +
    delivery.seconds * delivery.memoryGb * 1e6 * usagePrices.lambdaGbSecond +
    (packs * deliveryWrites.pack + deliveryWrites.counts) * usagePrices.dynamoWritesMillion;
  return [
    { what: 'CloudFront', usd: way === 'forPrograms' ? 0 : usagePrices.cloudFrontRequestsMillion },
    { what: 'HTTP API', usd: way === 'api' ? usagePrices.httpApiRequestsMillion : 0 },
    {
      what: 'Lambda',
      usd: usagePrices.lambdaRequestsMillion + gbSeconds * usagePrices.lambdaGbSecond,
    },
    {
      what: 'DynamoDB',
      usd:
        query.writes * usagePrices.dynamoWritesMillion +
        query.reads * usagePrices.dynamoReadsMillion,
    },
    { what: 'History and counts by the log', usd: delivered * recorder },
    { what: 'Logs', usd: (loggedBytes(way) / 1e3) * usagePrices.logGb },
    ...(way === 'forPrograms'
      ? [{ what: 'Transfer', usd: (answerBytes / 1e3) * usagePrices.transferGb }]
      : []),
  ];
}

/** Bytes of an index for each byte of its dataset: 1,022 for documents of 520 (`npm run bench -- cold --rows 1000000`). */
export const bytesOfByte = 2;

/** What a GB costs in a month that is kept with one old version. */
export const storedGbUsd = 2 * usagePrices.s3GbMonth;
