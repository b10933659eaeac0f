/** `R1`, `Ar`, `n`, `R^(1)`, `ρ`: a variable, not a short word. */
const symbol = String.raw`(?!(?:It|He|We|If|In|On|At|As|Is|An|No|To|Of|By|Or|So|The|And|For|Its|All|Any|One|Two|Each|a|I)\b)(?:[A-Z][a-z]{0,2}|[A-Z]{2}(?=\d)|[a-z][A-Z]?|\p{Script=Greek})(?:\d{1,3}[a-zA-Z]?\d?)?[₀-₉ₐ-ₜ′″'*]{0,4}(?:[_^](?:\([^)\s]{1,20}\)|\w{1,4}))?(?![\p{L}\d])(?:\s?\(\w\))?`;
const noun = String.raw`(?:(?:the\s+)?(?:variables?|rings?|substituents?|radicals?|index|indices|symbols?|integers?|subscripts?)\s+)?`;
const listed = String.raw`${noun}${symbol}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|and\/or)\s+|\s*[+<≦≤–-]\s*)${noun}${symbol}){0,12}`;
const lead = String.raw`(?:(?:and|or|where(?:in|by)?|in\s+which|with|further|when|if|each|every|both|any|all|independently|at\s+least\s+one|(?:of|occurrence\s+of))\b[\s,:]*){0,6}`;
const filler = String.raw`(?:\s?\([^()\n]{1,60}\)|[\s,]+(?:each|independently|in|every|case|occurrences?|at|of|one|another|other|the|same|or|different|and|together|identical|both|also|which|may|can|atoms?|carbon|nitrogen|to|they|attached|are|bonded)\b){0,12}`;
const verb = String.raw`(?:[\s,]+(?:is|are|be|represents?|denotes?|stands?|means|has|have|ranges?|designates?|indicates?|satisf(?:y|ies)|form|combine|does|do|being|independently|optionally)\b|\s*=)`;

/** `wherein R1 is hydrogen`, `n and m are each 0 to 3`, `where ρ is the density`. */
const definition = new RegExp(`^${lead}(${listed})${filler}${verb}`, 'u');
/** `with the proviso that m + d is at most 4`, `provided that …`: says more about what is defined. */
const proviso = /^(?:and\s+)?(?:with the provisos?|provided|provided that|on condition)\b/i;

/** Characters in which a definition shows itself. */
const looked = 240;

/** Variables that a part of a claim defines; empty if it defines none. */
export function definedBy(text: string): string[] {
  const names = definition.exec(text.slice(0, looked))?.[1];
  return names?.match(new RegExp(symbol, 'gu')) ?? [];
}

export const isProviso = (text: string): boolean => proviso.test(text);

/** Where definitions begin in running text: before `where n is`, `in which X represents`. */
export const beforeDefinition = new RegExp(
  String.raw`(?<=[\p{L}\d)\]])[,\s]\s*(?=(?:where|in\s+which)\s+${listed}${filler}${verb})`,
  'gu',
);

/** Whether a text speaks of a variable. The word "A" of "A process for …" is none. */
export function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const after = text.slice(at + name.length, at + name.length + 2);
    const isArticle = name === 'A' && /^\s\p{Ll}/u.test(after);
    if (!isArticle && !/[\p{L}\d]/u.test(text[at - 1] ?? '') && !/^\p{L}/u.test(after)) return true;
  }
  return false;
}

/** Where other definitions stand before it, two capitals before a verb are a variable, too: `WA is a radical`. */
export const looksDefining = (text: string): boolean =>
  definedBy(text).length > 0 ||
  isProviso(text) ||
  /^[A-Z][A-Za-z]{0,2}\s+(?:is|are|represents?|denotes?)\s/.test(text);
