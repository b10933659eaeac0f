/**
 * Light stemmers after Savoy ("Light stemming approaches for the French, Portuguese, German and
 * Hungarian languages", SAC 2006) and, for Dutch spelling, Snowball (https://snowballstem.org/
 * algorithms/dutch/stemmer.html): number, gender and case, and the most frequent suffixes. They conflate
 * forms of one word and rarely conflate different words. Words are folded, without accents. The rules are
 * applied in order.
 */
const SUFFIXES = {
  de: [
    [/ß/g, 'ss'],
    // Genitives and plurals in s; after other letters the s belongs to the word (Haus, Virus).
    [/(?<=[abdfghiklmnort])s$/, ''],
    [/innen$/, 'in'],
    [/(ern|em|en|er|es)$/, ''],
    [/e$/, ''],
  ],
  nl: [
    [/heden$/, 'heid'],
    [/(?<=^(kind|blad|lied|goed|kalv|lamm|rund|been|ei))eren$/, ''],
    [/(?<=ie|e[lmnr])s$/, ''],
    // An open syllable is long: bomen belongs to boom, bommen to bom. The exceptions change length.
    [
      /^(?!(?:dag|weg|dak|gat|bad|pad|vat|god|lot|slot|slag|spel|glaz|grav|hov)en)([^aeiou]+)([aeou])([bcdfgklmnprstvz])(en|e)$/,
      '$1$2$2$3',
    ],
    [/(en|e)$/, ''],
    [/(?<=[bdfgklmnprw])s$/, ''],
    [/([bdfgklmnprst])\1$/, '$1'],
    // After the first syllable, vowel length is not significant: materiaal and materialen.
    [/(?<=[aeiou].*)([aeou])\1(?=[bcdfgklmnprstvz]$)/, '$1'],
    [/v$/, 'f'],
    [/z$/, 's'],
  ],
  fr: [
    [/(?<=[ey])aux$/, 'au'],
    [/(?<=..)aux$/, 'al'],
    [/(?<=...)(euses?|eurs?|eux)$/, 'eu'],
    [/x$/, ''],
    [/issements?$/, 'ir'],
    [/ements?$/, ''],
    [/(?<=..)ives?$/, 'if'],
    [/s$/, ''],
    [/((?<=....)er|ee|e)$/, ''],
    [/([lnt])\1$/, '$1'],
  ],
  es: [
    [/amientos?$/, ''],
    [/ces$/, 'z'],
    [/(os|as|es)$/, ''],
    [/[oae]$/, ''],
  ],
  it: [
    [/amente$/, ''],
    [/(chi|che)$/, 'c'],
    [/(ghi|ghe)$/, 'g'],
    [/[oaie]$/, ''],
  ],
  pt: [
    [/amente$/, ''],
    [/(oes|aes)$/, 'ao'],
    [/(?<=..)([aeu])is$/, '$1l'],
    [/(?<=[aeiou])ns$/, 'm'],
    [/s$/, ''],
    [/[oae]$/, ''],
  ],
} satisfies Record<string, readonly (readonly [RegExp, string])[]>;
const SHORTEST = 4;

/** The light stem of a word. A rule is skipped if the stem would have fewer than three letters. */
export function stemLight(word: string, language: keyof typeof SUFFIXES): string {
  if (word.length < SHORTEST) return word;
  let stem = word;
  for (const [suffix, replacement] of SUFFIXES[language]) {
    const shorter = stem.replace(suffix, replacement);
    if (shorter.length >= 3) stem = shorter;
  }
  return stem;
}
