/** Offices that are not countries. */
const offices: Readonly<Record<string, string>> = {
  EP: 'European Patent Office',
  WO: 'International applications',
  EA: 'Eurasian Patent Office',
  AP: 'ARIPO',
  OA: 'OAPI',
  EM: 'EUIPO',
};

let countries: Intl.DisplayNames | undefined;

/** The name of an office by the letters that its numbers begin with: "Germany" for `DE`. Undefined if none is known. */
export function officeName(letters: string): string | undefined {
  const code = letters.toUpperCase();
  if (Object.hasOwn(offices, code)) return offices[code];
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  countries ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return countries.of(code);
}
