/**
 * Number of the first utility patent of each year
 * (https://www.uspto.gov/web/offices/ac/ido/oeip/taf/issuyear.htm), from 1963.
 */
const firstPatents = [
  3070801, 3116487, 3163865, 3226729, 3295143, 3360800, 3419907, 3487470, 3551909, 3631539, 3707729,
  3781914, 3858241, 3930271, 4000520, 4065812, 4131952, 4180867, 4242757, 4308622, 4366579, 4423523,
  4490885, 4562596, 4633526, 4716594, 4794652, 4890335, 4980927, 5077836, 5175886, 5274846, 5377354,
  5479658, 5590420, 5704062, 5855021, 6009555, 6167569, 6334220, 6502244, 6671884, 6836899, 6981282,
  7155746, 7313829, 7472428, 7640598, 7861317, 8087094, 8341762, 8621662, 8925112, 9226437, 9532496,
  9854721, 10165721, 10524402, 10881042,
];
const firstYear = 1963;

/**
 * Year in which a patent or application was published, by its number; undefined if the number does not contain it.
 */
export function publicationYear(ucid: string): number | undefined {
  const [, country, number = ''] = /^(US|WO)-?(\d+)/.exec(ucid) ?? [];
  if (!country) return undefined;
  if (/^(?:19|20)\d{2}/.test(number) && number.length >= 10) return Number(number.slice(0, 4));
  if (country === 'WO') return undefined;
  const years = firstPatents.findLastIndex((first) => Number(number) >= first);
  return years < 0 ? undefined : firstYear + years;
}
