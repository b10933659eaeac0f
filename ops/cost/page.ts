import {
  type BuildEstimate,
  buildFigures,
  estimateBuild,
} from '#functions/indexes/estimate-build.ts';
import { planSizes, rangeBytesOf } from '#functions/indexes/plan-sizes.ts';
import { processorsOf, smallestCluster } from '#infra/cluster-size.ts';
import {
  answerBytes,
  bytesOfByte,
  deliveries,
  type Item,
  queriesBill,
  total,
} from '#shared/query-costs.ts';
import { unhurriedQueues } from '#shared/resources.ts';
import {
  type ColdSearch,
  canaryUsd,
  coldUsd,
  freelySentMillions,
  freeOfMillion,
  freeOfTenMillions,
  freeOfTransfer,
  type Indexing,
  idleBill,
  indexingBill,
  keepWarmUsd,
  pollsUsd,
  searchUsd,
  signUpsBill,
  storageUsd,
  type Templates,
  zoneUsd,
} from './bill.ts';
import { clusterChapter, documentBytes, largestGb } from './cluster-page.ts';
import {
  flatRatePlans,
  freeCloudFrontRequestsMillion,
  others,
  prices,
  pricesOf,
} from './prices.ts';

/**
 * Milliseconds of a search by rows, median: `npm run bench -- search --only scale --engine --rows N`. The two larger ones
 * without other work (README.md); the two smaller ones on a busy machine, so that they are bounds.
 */
const measuredSearches = [
  { rows: 1_000, ms: 1.1 },
  { rows: 10_000, ms: 1.5 },
  { rows: 100_000, ms: 1.6 },
  { rows: 1_000_000, ms: 2.6 },
] as const;
const [, , few, many] = measuredSearches;

/**
 * Processor time of a search for ten items by what is asked beside the text, median in milliseconds:
 * `npm run bench -- facets --rows N`. Filters are a kind and a year, facets are five. Measured
 * beside other work, which costs caches, so that they are bounds.
 */
const measuredKinds = [
  { kind: 'plain', hundredThousand: 3.8, million: 5.4 },
  { kind: 'filtered', hundredThousand: 6.9, million: 8.5 },
  { kind: 'faceted', hundredThousand: 9.5, million: 19.1 },
  { kind: 'filtered and faceted', hundredThousand: 7.4, million: 16.3 },
] as const;

/** Milliseconds of a search of more rows: a straight line through the two largest. */
const searchMs = (rows: number): number =>
  many.ms + ((many.ms - few.ms) * (rows - many.rows)) / (many.rows - few.rows);

/** The first answer of a fresh process at a million rows, as `npm run bench -- cold --rows 1000000` measured it. */
const coldSearch: ColdSearch = { ms: 535, reads: 147, readMb: 13.1 };

/** Assumed: how long it would take with files in one zone, which answer in some milliseconds. */
const zoneMs = 300;

const indexing: Indexing = { secondsOfGb: buildFigures.secondsOfGb, bytesOfByte };

const usd = (amount: number) => amount.toFixed(2);

function table(items: readonly Item[]): string {
  const lines = items.map(({ what, usd: amount }) => `| ${what} | ${usd(amount)} |`);
  return ['| | USD |', '|---|---|', ...lines, `| **together** | **${usd(total(items))}** |`].join(
    '\n',
  );
}

const minutesOf = ({ seconds }: BuildEstimate) => Math.round(seconds / 60).toLocaleString('en-US');

/** The build of a dataset of so many GB: in functions, and to the smallest cluster that holds it. */
function buildRow(gb: number): string {
  const sizeBytes = gb * 1e9;
  const estimates = [2, 10, 40, 200].map((atOnce) => estimateBuild(sizeBytes, atOnce));
  const cluster = smallestCluster({ rows: sizeBytes / documentBytes, rowBytes: documentBytes });
  const there = estimateBuild(sizeBytes, 40, processorsOf(cluster));
  const cells = [
    ...estimates.map(minutesOf),
    usd(estimates[0]!.usd),
    `${cluster.nodes} ${cluster.instance}`,
    minutesOf(there),
    usd(there.usd),
  ];
  return `| ${gb.toLocaleString('en-US')} GB | ${cells.join(' | ')} |`;
}

/** Rules of the site's web ACL, `infra/edge/firewall-rules.ts`. */
const siteRulesOf = (walled: Templates): number =>
  Object.values(walled)
    .flatMap(({ Resources }) => Object.values(Resources))
    .filter(
      ({ Type, Properties }) => Type === 'AWS::WAFv2::WebACL' && Properties?.Scope === 'CLOUDFRONT',
    )
    .flatMap(({ Properties }) => Properties!.Rules).length;

/** What CloudFront costs for the requests that a flat-rate plan allows, by what was used and by the plan. */
function planRow(
  { name, month, requestsMillion, transferGb }: (typeof flatRatePlans)[number],
  siteRules: number,
): string {
  const requests =
    Math.max(0, requestsMillion - freeCloudFrontRequestsMillion) * prices.cloudFrontRequestsMillion;
  const wall =
    prices.webAclMonth +
    siteRules * prices.webAclRuleMonth +
    requestsMillion * prices.webAclRequestsMillion;
  const allowed = `${requestsMillion} million requests, ${transferGb.toLocaleString('en-US')} GB`;
  return `| ${name}: ${allowed} | ${usd(month)} | ${usd(requests)} | ${usd(requests + wall)} |`;
}

/** docs/cost.md. @param small templates without web ACLs, the default. @param walled with both */
export function costPage(small: Templates, walled: Templates): string {
  const row = (rows: number, ms: number, memoryGb?: number) => {
    const dense = queriesBill(ms, { memoryGb });
    const sparse = queriesBill(ms, { memoryGb, searchesOfDelivery: deliveries.sparse });
    const sums = [total(dense), total(sparse), total(dense) - freeOfMillion(dense)];
    return `| ${rows.toLocaleString('en-US')} | ${Math.round(10 * ms) / 10} | ${sums.map(usd).join(' | ')} |`;
  };
  const queries = measuredSearches.map(({ rows, ms }) => row(rows, ms));
  const kinds = measuredKinds.map(({ kind, hundredThousand, million }) => {
    const cells = [hundredThousand, million].flatMap((ms) => [ms, usd(total(queriesBill(ms)))]);
    return `| ${kind} | ${cells.join(' | ')} | ${usd(searchUsd(million))} |`;
  });
  const warm = total(queriesBill(many.ms));
  const ways = [
    queriesBill(many.ms),
    queriesBill(many.ms, { way: 'queryUrl' }),
    queriesBill(many.ms, { way: 'forPrograms' }),
  ];
  const alone = ways[2]!;
  const ofWays = (costs: (bill: readonly Item[]) => number) => ways.map(costs).map(usd).join(' | ');
  const direct = total(ways[1]!);
  const directFew = direct - freeOfTenMillions(ways[1]!);
  return `# Costs

Written by \`npm run cost -- --write\` from the templates, from what the benchmarks measured, and from prices of
us-east-1 of ${pricesOf} (\`ops/cost/prices.ts\`). No figure is from a bill of AWS. Tax, support and
traffic beyond CloudFront's free terabyte come on top.

## A month without use

Tables, buckets, functions, API, CloudFront, users, schedules, the budget and metrics cost nothing then. A schedule looks into
${unhurriedQueues.length} queues each minute, for which 0.1 s of their functions is assumed ([ADR 106](adr/106-queues-that-are-looked-into.md)).

${table(idleBill(small))}

Nothing here is free in the first year only, so the second year costs the same.

| | USD a month |
|---|---|
| the first environment of an account, in any year | ${usd(total(idleBill(small)))} |
| another one beside it, for which no alarms, calls and requests to queues are left that are free | ${usd(total(idleBill(small, true)))} |
| each with \`rotateEncryptionKey\`, second year | ${usd(prices.kmsRotationMonth)} more |
| each with \`rotateEncryptionKey\`, third year and all later ones | ${usd(2 * prices.kmsRotationMonth)} more |

With both web ACLs ([when to choose them](operating.md#protection)) it is ${usd(total(idleBill(walled)))} USD, and
${usd(prices.webAclRequestsMillion)} USD for each million requests.

## A thousand people who sign up

${table(signUpsBill())}

Cognito is free for ${prices.freeCognitoUsers.toLocaleString('en-US')} people a month. Each more costs ${prices.cognitoUser} USD.

## A GB of text

Building its index costs ${usd(total(indexingBill(indexing)))} USD. Text and index, with one old version of each, cost
${usd(storageUsd(indexing))} USD a month.

A large one, by what was measured on small ones: functions read ${buildFigures.readMb} MB a second of the store, and build the segments of
a GB in ${indexing.secondsOfGb} seconds. \`segmentsAtOnce\` parts and segments are worked on at a time.

| dataset | minutes, 2 at a time | 10 at a time | 40 at a time | 200 at a time | USD | smallest domain | minutes until its rows are there, 40 at a time | USD |
|---|---|---|---|---|---|---|---|---|
${[10, 100, 1000].map(buildRow).join('\n')}

A build has at most ${planSizes.maxSegments.toLocaleString('en-US')} segments, so that those of a TB have ${Math.round(rangeBytesOf(1e12) / 1e6)} MB each. Segments of more than 64 MB were not
measured. On the way to a cluster of the size that its rows need (below), the slower side decides: a node needed
${Math.round(buildFigures.nodeSecondsOfGb)} seconds of processor time for a GB, and a function ${Math.round(buildFigures.loadSecondsOfGb)}. The page of a new index and
the dialog of a rebuild show the minutes before they begin, and to staff the dollars; the log of \`plan-build\` has both.

## A million queries

| rows | search, ms | USD, close together | one by one | close together, first of a month |
|---|---|---|---|---|
${queries.join('\n')}
${row(10_000_000, searchMs(10_000_000), largestGb)}

Ten million rows were not measured: milliseconds grow as from 100,000 to a million rows, and functions need 10,240 MB.

By service, at a million rows:

${table(queriesBill(many.ms))}

By what is asked beside the text, in processor time of \`npm run bench -- facets\` (made-up patents with a list of classes in each row; filters are
a kind and a year, facets are five: owners, classes, offices, kinds, years). Counting is exact: it looks at every
match, and a filter leaves fewer. The other searches look at the best rows alone:

| a million queries | ms at 100,000 rows | USD | ms at a million rows | USD | of them the search |
|---|---|---|---|---|---|
${kinds.join('\n')}

*Close together* means ${deliveries.dense} searches in each delivery of log lines to \`record-searches\`, *one by one* that each search is
delivered alone, as of a program that asks every few seconds. The searches of a delivery are one item ([ADR 107](adr/107-searches-delivered-together-are-one-item.md)).
Counting is exact, in a transaction for each delivery, so that single deliveries cost ${usd(total(queriesBill(many.ms, { searchesOfDelivery: deliveries.sparse })) - warm)} USD more. *First of a month* leaves out what is free for ever: ten million
requests of CloudFront, a million calls and 400,000 GB-seconds of Lambda, 5 GB of logs.

The search was measured. The 20 ms that a call waits for DynamoDB are assumed. These are queries of instances that
have the index in memory. A fresh instance reads pages of it from S3 first, in ${coldSearch.reads} requests and
${coldSearch.ms} ms ([how](engine.md#from-row-to-hit)):

| a million queries at a million rows | USD |
|---|---|
| all warm | ${usd(warm)} |
| a tenth by fresh instances | ${usd(warm + coldUsd(coldSearch, 0.1))} |
| all by fresh instances | ${usd(warm + coldUsd(coldSearch, 1))} |

Requests to S3 drive this: of what a search by a fresh instance costs more, they are ${Math.round((100 * coldSearch.reads * prices.s3GetsMillion) / coldUsd(coldSearch, 1))}%, the memory of
the function while it waits is the rest. Most of them are one read for each of the 100 rows that are reranked, all at once. Reading rows together that lie further apart
does not help, nor does another order of the rows ([ADR 116](adr/116-rows-stay-in-the-order-of-the-dataset.md)). Reranking 40 rows less would save ${usd(coldUsd({ ms: 0, reads: 40 }, 0.1))} USD with a
tenth by fresh instances, and would cost quality (the table there). So a function of less memory hardly saves anything, and fewer fresh
instances do: pages announce a search
(\`POST /api/v1/indexes/{index_id}/warm\`), and an index may be kept warm. The search itself is ${usd(searchUsd(many.ms))} USD.

By the way that they come, and how many there are in a month:

| a million queries at a million rows | by the HTTP API | by \`queryUrl\` | by programs themselves |
|---|---|---|---|
| the first of a month | ${ofWays((bill) => total(bill) - freeOfMillion(bill))} |
| each of the first ten | ${ofWays((bill) => total(bill) - freeOfTenMillions(bill) - freeOfTransfer(bill))} |
| each beyond | ${ofWays(total)} |
| of the first ten, a tenth by fresh instances | ${ofWays((bill) => total(bill) - freeOfTenMillions(bill) - freeOfTransfer(bill) + coldUsd(coldSearch, 0.1))} |
| beyond, a tenth by fresh instances | ${ofWays((bill) => total(bill) + coldUsd(coldSearch, 0.1))} |

With [\`queryUrl\`](operating.md#searches-without-the-http-api) CloudFront asks the function itself ([ADR
114](adr/114-searches-without-the-http-api.md)): neither the HTTP API nor its access log costs anything then. It needs a quota of concurrent executions that new accounts
lack. The aim is 3 USD: with \`queryUrl\` ten million queries of a month meet it, each of them for ${usd(directFew)} USD, since CloudFront is free for so many requests in any
month, pages included. Without it the first million does.

With \`forPrograms\` customers' programs ask that address themselves, past CloudFront ([ADR 119](adr/119-programs-ask-the-function.md)): then any number meets the aim,
${usd(total(alone))} USD each, and ${usd(total(alone) - freeOfTransfer(alone))} as long as AWS sends the answers for nothing, which it does with ${prices.freeTransferGb} GB a month, some ${Math.floor(freelySentMillions)} million answers of ${answerBytes.toLocaleString('en-US')} bytes (ten
patents, compressed). Pages still come through CloudFront.

What was weighed, and not done:

- *Files of indexes in S3 Express One Zone*, for a tenth by fresh instances, where the aim is 5 USD. A million reads cost ${usd(prices.s3ZoneGetsMillion)} USD there instead of ${usd(prices.s3GetsMillion)}, a GB read ${prices.s3ZoneReadGb}, a GB kept
  for a month ${prices.s3ZoneGbMonth} instead of ${prices.s3GbMonth}. If a first search took ${zoneMs} ms, a tenth of them would cost ${usd(zoneUsd(coldSearch, zoneMs, 0.1))} USD instead of ${usd(coldUsd(coldSearch, 0.1))}: ${usd(directFew + zoneUsd(coldSearch, zoneMs, 0.1))} for a million of the
  first ten by \`queryUrl\`. No other way comes near: fewer rows reranked costs quality, and there is no request for several ranges. It is a second store, of one zone, to which each
  build copies its files, and from which a search falls back; neither its time nor its sessions were tried, so that it waits for an installation in an account.
- *Tokens of keys that an instance takes ten at a time* would save some ${usd(0.9 * prices.dynamoWritesMillion - prices.dynamoReadsMillion)} USD: a read, so that a revoked key fails with the next request, and a tenth of a write. What an instance has
  taken and not used when it ends is lost, which a customer's quota would pay for.
- *Counts of everybody by a job* instead of in each delivery would save ${usd((2 / deliveries.dense) * prices.dynamoWritesMillion)} USD.
- *Less memory*: with 1,024 MB the wait for DynamoDB costs less and each search takes longer, ${usd(total(queriesBill(many.ms)) - total(queriesBill(many.ms * (1769 / 1024), { memoryGb: 1 })))} USD saved; fewer rows fit into a function.
- *Jobs without queues*, started by an asynchronous call, would save ${usd(pollsUsd())} USD a month for each of the queues that Lambda polls. Lambda tries such a call three times within some minutes; a
  message comes back five times, six times as long apart as its function may run. An outage of ten minutes, of the payment provider or of
  mail, would end among the failures that a person must repeat. Delays, which hand-overs, retries and leases use, and the bounds on instances would go, too.

## CloudFront's flat-rate plans

| plan for a distribution | USD a month | the same by use, without a web ACL | with the site's web ACL |
|---|---|---|---|
${flatRatePlans.map((plan) => planRow(plan, siteRulesOf(walled))).join('\n')}

A plan includes the web ACL that it demands, logs and a name in DNS, and has no charge beyond it: AWS slows the distribution down, or asks for
the next plan. Without a web ACL this installation costs nothing up to ${freeCloudFrontRequestsMillion} million requests a month and a terabyte, so a plan pays for who wants the wall: *Free*
up to a million requests, *Pro* beside it. *Business* and *Premium* cost more than the same use even with the wall. The ACL of a plan is
made in the console, with rules of its own, and counts for \`firewall.site\` as one that exists; that of users (\`firewall.users\`) is in no plan. No
deployment was tried on one.

## Keeping an index warm

\`keepWarm\` in the [settings](operating.md#deploy) has the search function read an index every five minutes:
${usd(keepWarmUsd(5))} USD a month for each index, and ${usd(keepWarmUsd(2))} USD every two minutes. That keeps one instance. A second caller at the same
moment gets another one. Assumed: 50 ms for an event, and an instance that Lambda replaces every two hours.

## The canary

\`canary\` costs ${usd(canaryUsd(15))} USD a month with a search every 15 minutes, ${usd(canaryUsd(5))} USD every five: an alarm, and the
searches.

${clusterChapter({ indexing, searchMs })}
## Others

| a million queries on 1 GB | |
|---|---|
${others.map(({ name, text }) => `| ${name} | ${text} |`).join('\n')}
`;
}
