import type { ClaimElement } from './report.ts';

/** Words that say nothing alone. */
const stopWords = new Set(
  `a an the act acts and or of to in on at by for from with without into as is are was be being been has have having it its
  that this these those such said each every any all both either one two more least most other another same different
  which who whose where wherein whereby whereas when if then than so not no also further thereof therein thereto
  comprising comprises comprise comprised consisting consists consist essentially including includes include
  containing contains selected chosen group groups member members following follows steps step characterized
  characterised independently optionally may can provided proviso condition means given meaning meanings above below
  according claim claims like respectively first second via per up out there represented represents represent denotes
  between equal integer number formula formulae structure table shown possibly preferably`.split(
    /\s+/,
  ),
);

/** A word, or an abbreviation of capitals: no variable and no formula, such as R1, Ar or TiO2. */
const word = /^(?:\p{L}?\p{Ll}{2,}|\p{Lu}{3,}\d*)$/u;

/** Whether a text names anything: not only variables, numbers and words that lead to something else. */
export const hasContent = (text: string): boolean =>
  withoutObjects(text)
    .split(/[^\p{L}\p{M}\d'’]+/u)
    .some((one) => word.test(one) && !stopWords.has(one.toLowerCase()));

/** Markers of formulas and the like are no words. */
const object = /\[(?:formula|structure|image|table|sequence) \d+\]/g;
export const hasObject = (text: string): boolean => text.search(object) >= 0;
export const withoutObjects = (text: string): string => text.replaceAll(object, ' ');

/** Whether a text only says that a list of steps comes: `the method comprising acts of`. */
export const onlyOpensSteps = (text: string): boolean =>
  /^(?:and\s+)?(?:the|said)\s+(?:method|process)\s+compris(?:es|ing)\s+(?:the\s+)?(?:following\s+)?(?:acts?|steps?|operations?)(?:\s+of)?\W*$/i.test(
    text,
  );

/** Whether words without content lead to what comes next. */
export const leadsOn = (text: string): boolean =>
  /(?:^|\s)(?:wherein|whereby|where|which|that|of|from|comprising|comprises|including|includes|steps?|following|with|by|to|and|or|characteri[sz]ed|in|if|when)\W*$/i.test(
    text.slice(-40),
  );

/** Whether a text names other claims. */
export const refersToClaims = (text: string): boolean =>
  /\bclaims?\s+(?:\d|I\b)|\b(?:preceding|previous|foregoing) claims?\b/i.test(text);

/** `means for storing`, `heating means`, `step for`: not `by means of` and not the verb. */
export const meansForFunction =
  /\bstep for \p{L}+ing\b|(?<!\bby )\bmeans (?:for|to|adapted|configured|arranged|operable)\b|\b\p{L}+ing means\b/iu;

type Trait = NonNullable<ClaimElement['traits']>[number];

const signs: [Trait, RegExp][] = [
  [
    'condition',
    /^(?:if|when|whenever|unless|until|upon|in case|in the event)\b|,\s*(?:if|when|unless)\b|\b(?:in response to|in the event|responsive to|on condition)\b/i,
  ],
  [
    'range',
    /\d\s*(?:[\p{L}%°/]+\.?\s*)?(?:to|-|–|and|through)\s*(?:about\s+)?[−-]?\d|[≤≥<>≦≧]|\b(?:at least|at most|less than|more than|greater than|not exceeding|up to|or more|or less)\s+(?:about\s+)?\d|\d[^,;]{0,20}\bor (?:more|less|higher|lower)\b/iu,
  ],
  [
    'negative',
    /\b(?:without|excluding|except|other than|lacking|devoid of|free (?:of|from)|absence of|cannot|neither|never|does not|do not|not (?!(?:less|more|greater|lower|higher|smaller|only|exceeding|limited)\b)\p{L}+|no (?!(?:less|more|greater|later)\b)\p{L}+)/iu,
  ],
  ['optional', /^(?:and\s+|or\s+)?optionally\b/i],
];
const step =
  /^(?:(?:if|when|upon|in response to)\b[^,]{1,200},\s*)?(?:(?:then|next|thereafter|subsequently|finally|optionally|and)[\s,]+)*(?:\p{L}+ly\s+)?\p{L}{2,}ing\b/iu;
const ordered =
  /^(?:then|next|thereafter|subsequently|finally|afterwards|after|following|before|prior to)\b|\b(?:after|before|prior to|subsequent to)\s+(?:the\s+|said\s+)?(?:steps?\b|\p{L}+ing\b)/iu;

/** What the words of an element say about it. @param isMethod whether the claim is to a method */
export function traitsOf(text: string, isMethod: boolean): Trait[] {
  const traits = signs.flatMap(([trait, sign]) => (sign.test(text) ? [trait] : []));
  if (isMethod && (step.test(text) || ordered.test(text))) traits.push('step');
  if (isMethod && ordered.test(text)) traits.push('ordered');
  return traits;
}
