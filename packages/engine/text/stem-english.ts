/**
 * Porter2, the English Snowball stemmer (Martin Porter, https://snowballstem.org/algorithms/
 * english/stemmer.html). Input is a lower-case ASCII word.
 */
const EXCEPTIONS = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    sky: 'sky',
    news: 'news',
    howe: 'howe',
    atlas: 'atlas',
    cosmos: 'cosmos',
    bias: 'bias',
    andes: 'andes',
  }),
);
const AFTER_1A = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
]);
const STEP_2: readonly (readonly [string, string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const STEP_4 = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ion',
  'al',
  'er',
  'ic',
];

const isVowel = (word: string, i: number) => 'aeiouy'.includes(word[i] ?? '#');
const hasVowel = (word: string) => /[aeiouy]/.test(word);
const endsDouble = (word: string) => /(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(word);

/** Start of the region after the first non-vowel that follows a vowel, from `from`. */
function region(word: string, from: number): number {
  for (let i = from + 1; i < word.length; i++) {
    if (!isVowel(word, i) && isVowel(word, i - 1)) return i + 1;
  }
  return word.length;
}

function endsShortSyllable(word: string): boolean {
  const n = word.length;
  if (n === 2) return isVowel(word, 0) && !isVowel(word, 1);
  if (n < 3) return false;
  return (
    !isVowel(word, n - 1) &&
    !'wxY'.includes(word[n - 1]!) &&
    isVowel(word, n - 2) &&
    !isVowel(word, n - 3)
  );
}

function step1a(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith('us') || word.endsWith('ss')) return word;
  if (word.endsWith('s') && hasVowel(word.slice(0, -2))) return word.slice(0, -1);
  return word;
}

function step1b(word: string, r1: number): string {
  const eed = /(eedly|eed)$/.exec(word);
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const suffix = /(ingly|edly|ing|ed)$/.exec(word);
  if (!suffix) return word;
  const stem = word.slice(0, suffix.index);
  if (!hasVowel(stem)) return word;
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsDouble(stem)) return stem.slice(0, -1);
  if (r1 >= stem.length && endsShortSyllable(stem)) return `${stem}e`;
  return stem;
}

function step2(word: string, r1: number): string {
  const rule = STEP_2.find(([suffix]) => word.endsWith(suffix));
  if (!rule) return word;
  const at = word.length - rule[0].length;
  if (at < r1) return word;
  if (rule[0] === 'ogi' && word[at - 1] !== 'l') return word;
  if (rule[0] === 'li' && !'cdeghkmnrt'.includes(word[at - 1] ?? '#')) return word;
  return word.slice(0, at) + rule[1];
}

function step3(word: string, r1: number, r2: number): string {
  const rule = STEP_3.find(([suffix]) => word.endsWith(suffix));
  if (!rule) return word;
  const at = word.length - rule[0].length;
  if (at < r1 || (rule[0] === 'ative' && at < r2)) return word;
  return word.slice(0, at) + rule[1];
}

function step4(word: string, r2: number): string {
  const suffix = STEP_4.find((s) => word.endsWith(s));
  if (!suffix) return word;
  const at = word.length - suffix.length;
  if (at < r2) return word;
  if (suffix === 'ion' && !'st'.includes(word[at - 1] ?? '#')) return word;
  return word.slice(0, at);
}

function step5(word: string, r1: number, r2: number): string {
  const at = word.length - 1;
  if (word.endsWith('e')) {
    if (at >= r2) return word.slice(0, -1);
    return at >= r1 && !endsShortSyllable(word.slice(0, -1)) ? word.slice(0, -1) : word;
  }
  return word.endsWith('ll') && at >= r2 ? word.slice(0, -1) : word;
}

/** The stem of an English word. Words with other characters than a–z come back unchanged. */
export function stemEnglish(input: string): string {
  if (input.length <= 2 || !/^[a-z]+$/.test(input)) return input;
  const exception = EXCEPTIONS.get(input);
  if (exception) return exception;
  // A y at the start or after a vowel is a consonant, marked as Y.
  let word = input.includes('y') ? input.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y') : input;
  const prefix = /^(gener|commun|arsen)/.exec(word);
  const r1 = prefix ? prefix[0].length : region(word, 0);
  const r2 = region(word, r1);
  word = step1a(word);
  if (AFTER_1A.has(word)) return word;
  word = step1b(word, r1);
  if (word.length > 2 && /[yY]$/.test(word) && !isVowel(word, word.length - 2)) {
    word = `${word.slice(0, -1)}i`;
  }
  word = step5(step4(step3(step2(word, r1), r1, r2), r2), r1, r2);
  return word.toLowerCase();
}
