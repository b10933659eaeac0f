import { countryOf, type DatedPatent, filingDate } from './patent-dates.ts';

/** Days between which a date lies. Both are the same unless the document leaves open which one counts. */
export interface DayRange {
  earliest: string;
  /** Absent if the document may have no such date at all. */
  latest?: string;
  /** What leaves it open, in plain words. */
  open?: string;
}

type PriorityClaim = DatedPatent['priority_claims'][number];

/** First day from which international applications have an effect under pre-AIA 102(e). */
const internationalDay = '2000-11-29';

const isInternational = ({ number }: PriorityClaim) => /^(?:WO|PCT)/i.test(number);

/** International applications have the effect of one in the United States (35 U.S.C. 363). */
const isForeign = (claim: PriorityClaim) =>
  claim.relation ? claim.relation === 'foreign' : !/^(?:US|WO|PCT)/i.test(claim.number);

/**
 * The effective filing date in the United States, from which the year of pre-AIA 102(b) counts: without foreign
 * priorities (MPEP 2133). Undefined without any date of filing.
 */
export function usFilingDate(patent: DatedPatent): Required<Omit<DayRange, 'open'>> | undefined {
  const { priority_date, priority_claims } = patent;
  const own = priority_claims.filter((claim) => !isForeign(claim));
  const known = [filingDate(patent), ...own.map(({ date }) => date)].filter(
    (date) => date !== undefined,
  );
  const latest = known.toSorted()[0];
  if (!latest) return undefined;
  const explained =
    own.every(({ date }) => date !== undefined) &&
    priority_claims.some((claim) => isForeign(claim) && claim.date === priority_date);
  const open = priority_date !== undefined && priority_date < latest && !explained;
  return { earliest: open ? priority_date : latest, latest };
}

/**
 * The day from which a reference counts under pre-AIA 102(e), by MPEP 2136.03 and 706.02(f)(1): its filing in the
 * United States with the benefits it claims there; of an international application its filing if that was from
 * 2000-11-29 on and it was published in English, else of a patent the day on which 35 U.S.C. 371 was met.
 * @returns `never` if it has no such day; undefined if the document does not tell its filing
 */
export function effectDay(reference: DatedPatent): DayRange | 'never' | undefined {
  const filed = filingDate(reference);
  const usual = usFilingDate(reference);
  if (!filed || !usual) return undefined;
  const priority = usual.earliest === usual.latest ? undefined : mayBeForeign(usual.earliest);
  const usually: DayRange = { ...usual, ...(priority && { open: priority }) };
  if (countryOf(reference) === 'WO') {
    if (filed < internationalDay) return 'never';
    return ifEnglish(reference, usually, reference.international_language ?? reference.language);
  }
  const stage = stageOf(reference, filed);
  if (stage === undefined) return afterParents(reference, filed, usually);
  if (stage >= internationalDay) {
    return ifEnglish(reference, usually, reference.international_language);
  }
  // Publications of such applications never count (MPEP 706.02(f)(1), I.C.3).
  if (/-A\d$/.test(reference.ucid)) return 'never';
  const { national_stage_date } = reference;
  return national_stage_date
    ? { earliest: national_stage_date, latest: national_stage_date }
    : {
        earliest: filed,
        open: `the international application is of before ${internationalDay}, and the document does not tell the day of 35 U.S.C. 371, which counts`,
      };
}

const mayBeForeign = (day: string) => `its priority of ${day} may be foreign, which does not count`;

/** Filing of the international application that a document is the national stage of; undefined if it is of none. */
function stageOf(
  { international_filing_date, national_stage_date, priority_claims }: DatedPatent,
  filed: string,
): string | undefined {
  const claim = priority_claims.find(
    (one) =>
      one.relation === 'national-stage' ||
      (isInternational(one) && one.relation === undefined && one.date === filed),
  );
  return (
    international_filing_date ?? claim?.date ?? (claim || national_stage_date ? filed : undefined)
  );
}

function ifEnglish(
  reference: DatedPatent,
  range: DayRange,
  language: string | undefined,
): DayRange | 'never' {
  if (language) return isEnglish(language) ? range : 'never';
  const international = countryOf(reference) === 'WO' ? 'it' : 'the international application';
  return {
    earliest: range.earliest,
    open: `${international} counts from its filing only if published in English, which the document does not tell`,
  };
}

/**
 * An application that was filed in the United States and claims an international one: that one counts as it would
 * itself, and so does what is claimed through it.
 */
function afterParents(reference: DatedPatent, filed: string, usual: DayRange): DayRange {
  const claims = reference.priority_claims.filter((claim) => !isForeign(claim));
  const parents = claims
    .flatMap((claim) => (isInternational(claim) && claim.date) || [])
    .toSorted();
  const [first] = parents;
  const language = reference.international_language;
  const areNew = parents.every((day) => day >= internationalDay);
  if (!first || (areNew && isEnglish(language))) return usual;
  const later = claims.flatMap(({ date }) => (date && date > parents.at(-1)! ? date : []));
  const own = [filed, ...later].toSorted()[0]!;
  const mayCount = !language && parents.some((day) => day >= internationalDay);
  if (!mayCount && usual.earliest >= first) return { earliest: own, latest: own };
  return {
    earliest: usual.earliest,
    latest: own,
    open: 'what it claims through an international application counts only if that was published in English, which the document does not tell',
  };
}

const isEnglish = (language: string | undefined) => /^en/i.test(language ?? '');
