import pairs from 'opencc-js/dict/TSCharacters';

const TRADITIONAL = /\p{Script=Han}/gu;

/** Simplified characters by traditional ones: the first where there are several. */
function readTable(): ReadonlyMap<string, string> {
  const table = new Map(
    pairs.split('|').map((pair) => {
      const [traditional, ...simplified] = pair.replace(' ', '');
      return [traditional!, simplified[0]!] as const;
    }),
  );
  // A character that is a simplified one, too, stays: else a text in simplified characters would change.
  for (const simplified of table.values()) table.delete(simplified);
  return table;
}

let read: ReadonlyMap<string, string> | undefined;

/** A Chinese word in simplified characters, each of which may stand for several traditional ones. */
export function simplified(word: string): string {
  read ??= readTable();
  const table = read;
  return word.replace(TRADITIONAL, (character) => table.get(character) ?? character);
}
