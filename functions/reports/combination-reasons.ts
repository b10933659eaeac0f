import { isTelling, type PatentPassage, passagesOf, termsOf } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Combination, Coverage, Report } from '#shared/report/report.ts';
import { parsePublicationNumber, ucidStem } from '#shared/ucid.ts';
import { type KnownRarity, raritiesOf } from './nearness.ts';
import { reportPassage } from './report-passage.ts';
import { reportRules } from './report-rules.ts';

type Reason = Combination['reasons'][number];

/** A passage with its words of the subject. */
interface Said {
  passage: PatentPassage;
  words: Set<string>;
}

interface Read {
  document: PatentDocument;
  passages: PatentPassage[];
  /** Passages that say that something may be combined, and those that name a problem. */
  suggestions: Said[];
  problems: Said[];
  /** Words of title, abstract and claims. */
  subject: Set<string>;
}

/** `may be combined with`, `can be incorporated into`, `could be used together with`. */
const suggestion =
  /\b(?:may|can|could|might|is|are)\s(?:[a-z]+\s){0,4}?(?:combined|incorporated|integrated|substituted|replaced|used (?:together|in combination|in conjunction)|applied|added)\s(?:with|in|into|to|by|for)\b/i;

/** What a patent calls the trouble that it mends, or its aim. */
const problem =
  /\b(?:problems?|drawbacks?|disadvantages?|shortcomings?|difficult(?:y|ies)?|objects? of the (?:present )?invention|it is (?:an|another|a further) object|there is a need|need exists|it would be desirable|suffers? from|in order to (?:avoid|prevent|reduce)|tends? to|undesirabl[ey]|inconvenient)\b/i;

/**
 * What speaks of a reason to combine the references of each set: passages of these documents, word for word, and citations between
 * them. Words that two passages share count by their rarity, and only those of the patent's subject and claims. It is found by words and
 * concludes nothing.
 * @param known rarities of the words that a report states
 */
export function combinationReasons(
  { covering }: Pick<Coverage, 'covering'>,
  documents: readonly PatentDocument[],
  known: KnownRarity,
): Combination[] {
  const read = new Map<string, Read>();
  const readOf = (ucid: string) => {
    const before = read.get(ucid);
    if (before) return before;
    const now = readFor(documents.find((one) => one.ucid === ucid)!, known);
    read.set(ucid, now);
    return now;
  };
  const sets = covering.map(({ ucids }) => ucids).filter(({ length }) => length > 1);
  const distinct = sets.filter(
    (one, index) => sets.findIndex((other) => other.join() === one.join()) === index,
  );
  return distinct.map((ucids) => ({
    ucids,
    reasons: pairsOf(ucids).flatMap(([a, b]) => reasonsOf(readOf(a), readOf(b), known)),
  }));
}

/** The report with the reasons for the sets of its coverage, if it has a chart. */
export const withCombinations = (report: Report, documents: readonly PatentDocument[]): Report =>
  report.chart.length === 0
    ? report
    : {
        ...report,
        combinations: combinationReasons(
          report.coverage,
          documents,
          raritiesOf(report.record).known,
        ),
      };

const pairsOf = (ucids: readonly string[]): [string, string][] =>
  ucids.flatMap((one, index) =>
    ucids.slice(index + 1).map((other): [string, string] => [one, other]),
  );

function readFor(document: PatentDocument, known: KnownRarity): Read {
  const passages = passagesOf(document);
  const wordsOf = (text: string) =>
    new Set(termsOf(text).filter((term) => isTelling(term) && known(term) !== undefined));
  const saying = (pattern: RegExp): Said[] =>
    passages
      .filter(({ part, text }) => part !== 'claim' && pattern.test(text))
      .map((passage) => ({ passage, words: wordsOf(passage.text) }));
  const { title, abstract, claims } = document;
  return {
    document,
    passages,
    suggestions: saying(suggestion),
    problems: saying(problem),
    subject: wordsOf([title, abstract, ...claims.map(({ text }) => text)].join('\n')),
  };
}

function reasonsOf(a: Read, b: Read, known: KnownRarity): Reason[] {
  const weightOf = (words: Iterable<string>) =>
    Array.from(words).reduce((sum, word) => sum + known(word)!, 0);
  return [
    ...citation(a, b),
    ...citation(b, a),
    ...suggestionFor(a, b, weightOf),
    ...suggestionFor(b, a, weightOf),
    ...commonProblem(a, b, weightOf),
  ];
}

/** One cites the other: in its text, or at least in its citations. */
function citation(a: Read, b: Read): Reason[] {
  const number = parsePublicationNumber(b.document.ucid);
  if (!number) return [];
  const isCited = a.document.citations.some((one) => {
    const cited = parsePublicationNumber(one.number);
    return cited && ucidStem(cited) === ucidStem(number);
  });
  // `5,123,456` and `2015/0012345` in a text; short numbers would be found in any.
  const digits = number.number.replace(/\D/g, '');
  const own = new RegExp(
    String.raw`(?<![\d,.])${[...digits].join(String.raw`[,./\s]?`)}(?![\d]|[,.]\d)`,
  );
  const named = digits.length > 5 ? a.passages.find(({ text }) => own.test(text)) : undefined;
  if (!isCited && !named) return [];
  return [reason('cites', a, b, named ? [{ read: a, passage: named }] : [])];
}

type WeightOf = (words: Iterable<string>) => number;

/** The passage that says that something may be combined, with most words of what the other one is about. */
function suggestionFor(a: Read, b: Read, weightOf: WeightOf): Reason[] {
  const [best] = a.suggestions
    .map(({ passage, words }) => {
      // Words that both have anyway say nothing of the other one.
      const others = [...words].filter((word) => b.subject.has(word) && !a.subject.has(word));
      return { passage, weight: weightOf(others), count: others.length };
    })
    .filter(({ weight, count }) => weight >= reportRules.suggestionWeight && count > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return best ? [reason('suggests', a, b, [{ read: a, passage: best.passage }])] : [];
}

/** The two passages that name a problem and have most in common, by the cosine of their rare words. */
function commonProblem(a: Read, b: Read, weightOf: WeightOf): Reason[] {
  let best: { share: number; one: Said; other: Said } | undefined;
  for (const one of a.problems) {
    for (const other of b.problems) {
      const common = [...one.words].filter((word) => other.words.has(word));
      if (common.length < reportRules.problemWords) continue;
      const share = weightOf(common) / Math.sqrt(weightOf(one.words) * weightOf(other.words) || 1);
      if (share >= reportRules.problemShare && share > (best?.share ?? 0)) {
        best = { share, one, other };
      }
    }
  }
  if (!best) return [];
  const { one, other } = best;
  return [
    reason('problem', a, b, [
      { read: a, passage: one.passage },
      { read: b, passage: other.passage },
    ]),
  ];
}

const reason = (
  kind: Reason['kind'],
  a: Read,
  b: Read,
  quoted: { read: Read; passage: PatentPassage }[],
): Reason => ({
  kind,
  between: [a.document.ucid, b.document.ucid],
  passages: quoted.map(({ read: { document }, passage }) => ({
    ucid: document.ucid,
    ...reportPassage(document, passage, passage.text),
  })),
});
