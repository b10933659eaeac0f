import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { openJudge } from '#functions/reports/judging/ask-judge.ts';
import { openBudget } from '#functions/reports/judging/judge-budget.ts';
import { judgePass, type StoredAnswer } from '#functions/reports/judging/judge-pass.ts';
import { judgeTasks } from '#functions/reports/judging/judge-tasks.ts';
import { countTerms, fieldWords, subjectOf } from '#functions/reports/nearness.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { chartedElements, chartedLabels } from '#shared/report/coverage.ts';
import { type JudgeSettings, judgeSettingsSchema } from '#shared/report/judge-settings.ts';
import { type Judgement, type ReportClaim, verdicts } from '#shared/report/report.ts';
import { startJudgeModel } from '#tests/support/judge-model.ts';
import { type ExaminedApplication, type ExaminedClaim, readExamined } from './examined.ts';

interface Judge {
  settings: JudgeSettings;
  apiKey: string;
  close(): Promise<void>;
}

/** Which model is asked; what is absent is as `REPORT_JUDGE` has it. */
export interface ChosenModel {
  model?: string | undefined;
  /** Base address: `https://host/v1`. */
  endpoint?: string | undefined;
  /** `responses` or `chat`. */
  api?: string | undefined;
}

/**
 * Has a model judge applications against the documents that an examiner cited, and one that was cited against another application, and
 * prints how far it agrees with the examiner, what it cost, and how long it took.
 * @param chosen model, endpoint and API, in place of those of `REPORT_JUDGE`
 */
export async function printJudge(folder: string, chosen: ChosenModel): Promise<void> {
  const judge = await openModel(chosen);
  const { settings } = judge;
  const applications = (await readExamined(folder)).filter(({ examined }) => examined.length > 0);
  const budget = openBudget(settings);
  const startedAt = performance.now();
  const tally = newTally();
  let stopped: string | undefined;
  for (const [at, one] of applications.entries()) {
    // A document of another application should have hardly an element of this one.
    const stranger = applications[(at + 1) % applications.length]!.references[0];
    const references = [...one.references, ...(stranger ? [stranger] : [])];
    const claims = chooseClaims('invalidation', one.patent);
    const result = await judgeAll(judge, budget, one.patent, references, claims);
    stopped ??= result.stopped;
    count(tally, one, claims, stranger?.ucid, result.judgements);
  }
  await judge.close();
  const { input_tokens, output_tokens, usd } = budget.used();
  console.log(`${settings.model}: ${applications.length} applications in ${folder}`);
  if (stopped) console.log(`Stopped: ${stopped}. Cells that were not judged are not counted.`);
  printTally(tally);
  const seconds = (performance.now() - startedAt) / 1000;
  const cost = usd === undefined ? 'no prices given' : `${usd.toFixed(2)} USD`;
  console.log(
    `\n${input_tokens.toLocaleString('en-US')} tokens in, ${output_tokens.toLocaleString('en-US')} out, ${cost}, ${seconds.toFixed(0)} s`,
  );
}

/** The operator's model, by `REPORT_JUDGE` and `REPORT_API_KEY`; without a key the stand-in of the tests. */
async function openModel({ model: name, endpoint, api }: ChosenModel): Promise<Judge> {
  const { REPORT_JUDGE, REPORT_API_KEY: apiKey } = process.env;
  const given = REPORT_JUDGE ? (JSON.parse(REPORT_JUDGE) as object) : {};
  // The bench has no budget unless one is given: it is one run over a known amount of text.
  const whole = { model: 'stand-in', budget: { tokens: 100_000_000 }, ...given };
  const wanted = {
    ...whole,
    ...(name && { model: name }),
    ...(endpoint && { endpoint }),
    ...(api && { api }),
  };
  if (apiKey || endpoint) {
    // A model on one's own machine wants no key.
    const settings = judgeSettingsSchema.parse(wanted);
    return { settings, apiKey: apiKey || 'none', close: async () => {} };
  }
  console.log(
    'REPORT_API_KEY is not set. The stand-in of the tests answers: it counts common words, so its figures say nothing of any model.\n',
  );
  const standIn = await startJudgeModel();
  const settings = judgeSettingsSchema.parse({
    ...wanted,
    model: 'stand-in',
    endpoint: standIn.endpoint,
  });
  return { settings, apiKey: standIn.apiKey, close: standIn.close };
}

async function judgeAll(
  { settings, apiKey }: Judge,
  budget: ReturnType<typeof openBudget>,
  patent: PatentDocument,
  references: readonly PatentDocument[],
  claims: readonly ReportClaim[],
) {
  const words = fieldWords(patent, claims, references.map(countTerms));
  const tasksOf = judgeTasks(patent, references, claims, subjectOf(patent, words).rarityOf);
  const elements = chartedElements(claims);
  const answers = new Map<string, StoredAnswer>();
  return judgePass(
    tasksOf(
      references.map(({ ucid }) => ({ ucid, elements })),
      settings.model,
    ),
    {
      answers: {
        get: async (hash) => answers.get(hash),
        put: async (hash, stored) => void answers.set(hash, stored),
      },
      budget,
      ask: openJudge(settings, apiKey),
      now: Date.now,
      until: Number.POSITIVE_INFINITY,
      signal: new AbortController().signal,
    },
    1,
  );
}

type Verdicts = Record<Judgement['verdict'], number>;

interface Tally {
  /** Limitations of claims, by what the examiner said of claim and document, and by the text that is there. */
  cells: Map<string, Verdicts>;
  /** Claims that the examiner rejected: of how many all limitations are disclosed in what was cited for them. */
  claims: Map<string, { all: number; whole: number }>;
  /** Quotes from the description, where the examiner named paragraphs: how many are in them. */
  quotes: { all: number; there: number };
  dropped: number;
  unjudged: number;
}

const newTally = (): Tally => ({
  cells: new Map(),
  claims: new Map(),
  quotes: { all: 0, there: 0 },
  dropped: 0,
  unjudged: 0,
});

function count(
  tally: Tally,
  { examined, references }: ExaminedApplication,
  claims: readonly ReportClaim[],
  stranger: string | undefined,
  judgements: ReadonlyMap<string, Judgement>,
): void {
  const add = (row: string, labels: readonly string[], ucid: string) => {
    for (const label of labels) {
      const judgement = judgements.get(`${label} ${ucid}`);
      if (!judgement) {
        tally.unjudged += 1;
        continue;
      }
      const counts = tally.cells.get(row) ?? { disclosed: 0, partly: 0, not: 0, unsure: 0 };
      counts[judgement.verdict] += 1;
      tally.cells.set(row, counts);
      tally.dropped += judgement.dropped;
    }
  };
  const labelsOf = (number: number) => {
    const claim = claims.find((one) => one.number === number && one.charted);
    return claim ? chartedLabels(claim) : [];
  };
  const hasText = (ucid: string) =>
    (references.find((one) => one.ucid === ucid)?.paragraphs.length ?? 0) > 0;
  for (const one of examined) {
    if (!references.some(({ ucid }) => ucid === one.cited)) continue;
    const text = hasText(one.cited) ? 'whole text' : 'abstract and claims only';
    add(`cited for § ${one.section}, ${text}`, labelsOf(one.claim), one.cited);
    countQuotes(tally, one, references, labelsOf(one.claim), judgements);
  }
  if (stranger) {
    for (const { number, independent } of claims) {
      if (independent) add('cited against another application', labelsOf(number), stranger);
    }
  }
  for (const [claim, rows] of Map.groupBy(examined, (one) => one.claim)) {
    const labels = labelsOf(claim);
    const known = rows.filter(({ cited }) => references.some(({ ucid }) => ucid === cited));
    if (labels.length === 0 || known.length === 0) continue;
    const isWhole = labels.every((label) =>
      known.some(({ cited }) => judgements.get(`${label} ${cited}`)?.verdict === 'disclosed'),
    );
    const text = known.every(({ cited }) => hasText(cited))
      ? 'whole text'
      : 'abstract and claims only';
    const row = `§ ${rows[0]!.section}, ${text}`;
    const before = tally.claims.get(row) ?? { all: 0, whole: 0 };
    tally.claims.set(row, { all: before.all + 1, whole: before.whole + (isWhole ? 1 : 0) });
  }
}

function countQuotes(
  tally: Tally,
  { cited, paragraphs }: ExaminedClaim,
  references: readonly PatentDocument[],
  labels: readonly string[],
  judgements: ReadonlyMap<string, Judgement>,
): void {
  if (paragraphs.length === 0) return;
  const document = references.find(({ ucid }) => ucid === cited)!;
  for (const label of labels) {
    for (const { part, number } of judgements.get(`${label} ${cited}`)?.quotes ?? []) {
      if (part !== 'paragraph') continue;
      const printed = document.paragraphs.find((one) => one.number === number)?.printed;
      tally.quotes.all += 1;
      if (printed !== undefined && paragraphs.includes(printed)) tally.quotes.there += 1;
    }
  }
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

/**
 * How far verdicts agree with the examiner, where the examiner decided: what anticipates a claim has its limitations, what was cited
 * against another application has them not. A half is what a model has that says the same of all.
 * @returns the mean of both shares, and these
 */
function agreementOf(cells: Tally['cells']): [number, number, number] {
  const share = (isRow: (row: string) => boolean, agreeing: readonly Judgement['verdict'][]) => {
    const rows = Array.from(cells).filter(([row]) => isRow(row));
    const sum = (some: readonly Judgement['verdict'][]) =>
      rows.reduce(
        (total, [, counts]) => total + some.reduce((one, verdict) => one + counts[verdict], 0),
        0,
      );
    return sum(agreeing) / (sum(verdicts) || 1);
  };
  const rejected = share((row) => row.startsWith('cited for § 102'), ['disclosed', 'partly']);
  const strange = share((row) => row.startsWith('cited against another'), ['not']);
  return [(rejected + strange) / 2, rejected, strange];
}

function printTally({ cells, claims, quotes, dropped, unjudged }: Tally): void {
  console.log(`\n${'limitations in a document that is'.padEnd(52)}cells   ${verdicts.join('  ')}`);
  for (const [row, counts] of cells) {
    const all = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
    const shares = verdicts.map((verdict) =>
      `${((100 * counts[verdict]) / all).toFixed(0)} %`.padEnd(verdict.length + 2),
    );
    console.log(`${row.padEnd(52)}${`${all}`.padEnd(8)}${shares.join('')}`);
  }
  console.log(
    '\nclaims that the examiner rejected, with all limitations disclosed in what was cited',
  );
  for (const [row, { all, whole }] of claims) console.log(`${row.padEnd(52)}${whole} of ${all}`);
  const [agreed, rejected, strange] = agreementOf(cells);
  console.log(
    `\nagreement with the examiner: ${percent(agreed)} (${percent(rejected)} of limitations of claims rejected under § 102 disclosed or partly in what was cited, ${percent(strange)} not in what was cited against another application)`,
  );
  console.log(
    `\nquotes from paragraphs that the examiner cited for the claim: ${quotes.there} of ${quotes.all}`,
  );
  console.log(`quotes that were dropped: ${dropped}; cells that were not judged: ${unjudged}`);
}
