/** Symbols of the IPC and CPC as databases write them: `H01F  27/14        20060101AFI20171122BHEP` is `H01F27/14`. */
export function classSymbol(text: string): string {
  const found = /([A-HY])\s*(\d{2})\s*([A-Z])\s*0*(\d{1,4})\s*\/\s*(\d{2,6})/.exec(text);
  if (!found) return '';
  const [, section, level, sub, main, group] = found;
  return `${section}${level}${sub}${main}/${group}`;
}

export const classSymbols = (texts: readonly string[]): string[] => [
  ...new Set(texts.map(classSymbol).filter(Boolean)),
];
