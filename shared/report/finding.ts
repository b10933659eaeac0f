import { firstNames } from '#shared/first-names.ts';
import { formatDay } from '../format-day.ts';
import { chartedLabels } from './coverage.ts';
import type { Coverage, Evidence, Reference, ReportClaim } from './report.ts';
import { type MarkedCell, standingOf } from './standing.ts';

/** A report as it is told in short: with what people marked, if they did. */
export interface ToldReport {
  claims: readonly ReportClaim[];
  /** Best first. */
  art: readonly Pick<Reference, 'ucid' | 'tier'>[];
  chart: readonly MarkedCell[];
  coverage: Coverage;
  effectiveDate?: string;
  /** How the text calls a reference: `D1`. */
  nameOf(ucid: string): string;
}

/**
 * The finding in three sentences: which reference has most of the first claim and what it lacks (one of unknown date only where
 * there is no other), which references
 * have all of the claim together, and when the references were published. It describes and concludes nothing.
 */
export function findingOf(told: ToldReport): string[] {
  const { art, chart, claims } = told;
  if (art.length === 0)
    return ['No earlier publication that was found comes near enough to be listed.'];
  const claim = claims.find(({ charted }) => charted);
  return [
    ...(claim && chart.length > 0 ? [nearestSentence(told, claim), setSentence(told, claim)] : []),
    dateSentence(told),
  ];
}

/** What says that a reference has an element, as the verb of a sentence. */
const verbs: Record<Evidence, string> = {
  text: 'has strong text matches for',
  model: 'discloses, as a model judged,',
  people: 'discloses, as people marked,',
};

function nearestSentence({ art, chart, nameOf }: ToldReport, claim: ReportClaim): string {
  const labels = limitationsOf(claim);
  const dated = art.filter(({ tier }) => tier !== 'unknown');
  const counts = (dated.length > 0 ? dated : art).map(({ ucid }) => {
    const own = labels.map((label) =>
      standingOf(
        chart.find((cell) => cell.element === label && cell.ucid === ucid) ?? { grade: 'none' },
      ),
    );
    const full = own.filter(({ extent }) => extent === 'full');
    const labelsOf = (extent: string) => labels.filter((_, at) => own[at]!.extent === extent);
    return { ucid, full, part: labelsOf('part'), none: labelsOf('none') };
  });
  // What is matched in part counts half. Of equals, the first of the list is named.
  const shareOf = ({ full, part }: (typeof counts)[number]) => full.length + part.length / 2;
  const best = counts.reduce((one, other) => (shareOf(other) > shareOf(one) ? other : one));
  const name = nameOf(best.ucid);
  const reference = name === best.ucid ? name : `${name} (${best.ucid})`;
  if (best.full.length === 0) {
    const ofClaim = `of the ${labels.length} limitations of claim ${claim.number}`;
    const part = `${best.part.length} ${ofClaim} only weakly or in part`;
    if (counts.some(({ full }) => full.length > 0)) return `${reference} matches ${part}.`;
    const none = `No reference has a strong text match for any ${ofClaim}`;
    return best.part.length > 0
      ? `${none}; ${reference} matches ${best.part.length} weakly or in part.`
      : `${none}.`;
  }
  const evidence = (['people', 'model', 'text'] as const).find((one) =>
    best.full.some((standing) => standing.evidence === one),
  )!;
  const lacks = [
    best.part.length > 0 ? `${listed(best.part)} only weakly or in part` : '',
    best.none.length > 0 ? `${listed(best.none)} not at all` : '',
  ].filter(Boolean);
  const count =
    best.full.length === labels.length
      ? `all ${labels.length}`
      : `${best.full.length} of the ${labels.length}`;
  const rest = lacks.length > 0 ? `; ${lacks.join(', ')}` : '';
  return `${reference} ${verbs[evidence]} ${count} limitations of claim ${claim.number}${rest}.`;
}

function setSentence({ coverage, nameOf }: ToldReport, claim: ReportClaim): string {
  const sets = coverage.covering.filter((set) => set.claim === claim.number);
  const first = sets[0];
  if (!first) {
    const missing = limitationsOf(claim).filter((label) => coverage.uncovered.includes(label));
    const why = missing.length > 0 ? `: no reference matches ${listed(missing)}` : '';
    return `No combination of up to four references matches all limitations of claim ${claim.number}${why}.`;
  }
  const others = sets.length > 1 ? `, and ${sets.length - 1} more of that size are listed` : '';
  return first.ucids.length === 1
    ? `${nameOf(first.ucids[0]!)} alone matches all limitations of claim ${claim.number}; its weakest is ${first.weakest.label}${others}.`
    : `${first.ucids.map(nameOf).join(' with ')} together match all limitations of claim ${claim.number}; the weakest is ${first.weakest.label}${others}.`;
}

const tierPhrases: Record<Reference['tier'], string> = {
  'published-before': 'published before',
  'grace-year': 'published in its grace year',
  'filed-before': 'filed before and published later',
  unknown: 'of unknown date',
};

/** The same as the verb of a sentence. */
const tierVerbs: Record<Reference['tier'], [one: string, all: string]> = {
  'published-before': ['was published before', 'were published before'],
  'grace-year': ['was published in its grace year', 'were published in its grace year'],
  'filed-before': ['was filed before and published later', 'were filed before and published later'],
  unknown: ['is of unknown date', 'are of unknown date'],
};

function dateSentence({ art, effectiveDate }: ToldReport): string {
  const counts = (Object.keys(tierPhrases) as Reference['tier'][])
    .map((tier) => ({ tier, count: art.filter((one) => one.tier === tier).length }))
    .filter(({ count }) => count > 0);
  const date = effectiveDate
    ? `Against the effective date ${formatDay(effectiveDate)}`
    : 'The patent has no date here';
  const [first] = counts;
  if (counts.length === 1) {
    const [one, all] = tierVerbs[first!.tier];
    return art.length === 1
      ? `${date}: the one reference ${one}.`
      : `${date}: ${art.length === 2 ? 'both' : `all ${art.length}`} references ${all}.`;
  }
  const parts = counts.map(({ tier, count }) => `${count} ${tierPhrases[tier]}`);
  return `${date}: of ${art.length} references, ${parts.join(', ')}.`;
}

/** Labels of the limitations; of all elements where a claim has nothing else. */
export function limitationsOf(claim: ReportClaim): string[] {
  const labels = chartedLabels(claim);
  const limitations = labels.filter((label) =>
    claim.elements.some((one) => one.label === label && one.role === 'limitation'),
  );
  return limitations.length > 0 ? limitations : labels;
}

/** More would not be read in a sentence. */
const mostLabels = 8;

const listed = (labels: readonly string[]) => firstNames(labels, mostLabels);
