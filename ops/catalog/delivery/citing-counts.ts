import { linksDigits } from '#shared/patent-document-key.ts';
import { citingOf, type PatentVersions } from '#shared/patent-versions.ts';

/** Files of links that are read at the same time. */
const AT_ONCE = 16;

/**
 * How many publications cite each of some numbers, by the links that serve. Each file of links is read once.
 * @param version that serves
 * @param numbers without kind codes
 */
export async function citingCounts(
  versions: PatentVersions,
  version: string,
  numbers: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const own = await versions.note(version);
  const base = own.base ?? version;
  const loaded = await versions.note(base);
  const ofDelivery = Map.groupBy(numbers, (number) => linksDigits(own, number));
  for (const [digits, some] of ofDelivery) {
    const now = own.base ? await versions.linksFile(version, digits) : undefined;
    const files = [...Map.groupBy(some, (number) => linksDigits(loaded, number))];
    for (let at = 0; at < files.length; at += AT_ONCE) {
      await Promise.all(
        files.slice(at, at + AT_ONCE).map(async ([file, ofFile]) => {
          const before = await versions.linksFile(base, file);
          for (const number of ofFile) counts.set(number, citingOf(number, before, now).length);
        }),
      );
    }
  }
  return counts;
}
