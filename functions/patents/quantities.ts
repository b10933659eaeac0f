/** A number with a unit, or a range of them: "at least 5 mm", "between 20 and 30 °C". */
export interface Quantity {
  /** What is measured: only quantities of one kind compare. */
  kind: string;
  /** In the first unit of its kind. */
  from: number;
  to: number;
  /** Where it stands: `[start, end)` in its text. */
  start: number;
  end: number;
}

/** Units by kind, with their size in the first one. Ambiguous letters ("A", "F") are left out. */
const units: Record<string, Record<string, number>> = {
  length: {
    m: 1,
    meters: 1,
    metres: 1,
    km: 1e3,
    dm: 0.1,
    cm: 1e-2,
    centimeters: 1e-2,
    mm: 1e-3,
    millimeters: 1e-3,
    millimetres: 1e-3,
    µm: 1e-6,
    μm: 1e-6,
    um: 1e-6,
    microns: 1e-6,
    micrometers: 1e-6,
    nm: 1e-9,
    nanometers: 1e-9,
    angstroms: 1e-10,
    å: 1e-10,
    inches: 0.0254,
    inch: 0.0254,
    feet: 0.3048,
    ft: 0.3048,
  },
  mass: {
    g: 1,
    grams: 1,
    mg: 1e-3,
    µg: 1e-6,
    μg: 1e-6,
    kg: 1e3,
    kilograms: 1e3,
    pounds: 453.6,
    lbs: 453.6,
  },
  time: {
    s: 1,
    sec: 1,
    seconds: 1,
    ms: 1e-3,
    milliseconds: 1e-3,
    µs: 1e-6,
    μs: 1e-6,
    microseconds: 1e-6,
    ns: 1e-9,
    min: 60,
    minutes: 60,
    h: 3600,
    hr: 3600,
    hours: 3600,
    days: 86_400,
    weeks: 604_800,
  },
  frequency: { hz: 1, khz: 1e3, mhz: 1e6, ghz: 1e9, thz: 1e12 },
  voltage: { v: 1, volts: 1, mv: 1e-3, kv: 1e3 },
  current: { ma: 1e-3, amps: 1, amperes: 1 },
  power: { w: 1, watts: 1, mw: 1e-3, kw: 1e3 },
  pressure: { pa: 1, hpa: 100, kpa: 1e3, mpa: 1e6, bar: 1e5, psi: 6895, atm: 101_325, torr: 133.3 },
  volume: { l: 1, liters: 1, litres: 1, ml: 1e-3, µl: 1e-6, μl: 1e-6 },
  angle: { degrees: 1, '°': 1 },
  celsius: { '°c': 1, 'º c': 1, '° c': 1, 'deg c': 1, 'degrees celsius': 1, 'degrees c': 1 },
  share: {
    '%': 1,
    percent: 1,
    'wt%': 1,
    'wt. %': 1,
    'wt %': 1,
    'weight percent': 1,
    'mol %': 1,
    'vol %': 1,
  },
  ratio: { ppm: 1, ppb: 1e-3 },
};

const known = new Map(
  Object.entries(units).flatMap(([kind, sizes]) =>
    Object.entries(sizes).map(([unit, size]) => [unit, { kind, size }] as const),
  ),
);
const unitPattern = [...known.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((unit) => unit.replace('.', '\\.'))
  .join('|');
const number = '\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+';
/** At most 40 characters lie between a bound and its number, so that the pattern is done soon in any text. */
const quantity = new RegExp(
  `(?:\\b(?<minimum>at least|not less than|no less than|more than|greater than|larger than|exceeding|above|over)|\\b(?<most>at most|not more than|no more than|less than|smaller than|below|under|up to)|(?<sign>[≥>≤<]=?))?` +
    `\\s{0,3}(?:about |approximately |from |between |in the range of ){0,2}` +
    `(?<![\\w.])(?<first>${number})(?:\\s?(?:${unitPattern})?\\s?(?:to|and|-|–|through)\\s?(?:about )?(?<second>${number}))?` +
    `[\\s-]?(?<unit>${unitPattern})(?![\\w])(?<after>\\s{0,2}(?:or (?:more|greater|above|less|below|lower)|and (?:above|below)))?`,
  'giu',
);

/** A plain value stands for itself and what rounding makes of it. */
const rounding = 0.05;

/** The numbers with units of a text, in order. */
export function quantitiesOf(text: string): Quantity[] {
  if (!/\d/.test(text)) return [];
  const found: Quantity[] = [];
  for (const { 0: whole, index, groups } of text.matchAll(quantity)) {
    const { kind, size } = known.get(groups!.unit!.toLowerCase())!;
    const first = toNumber(groups!.first!) * size;
    const second = groups!.second ? toNumber(groups!.second) * size : undefined;
    const isLeast =
      groups!.minimum !== undefined ||
      />|≥/.test(groups!.sign ?? '') ||
      / (?:more|greater|above)$/i.test(groups!.after ?? '');
    const isMost =
      groups!.most !== undefined ||
      /<|≤/.test(groups!.sign ?? '') ||
      / (?:less|below|lower)$/i.test(groups!.after ?? '');
    const [low, high] = [Math.min(first, second ?? first), Math.max(first, second ?? first)];
    const isValue = second === undefined && !isLeast && !isMost;
    found.push({
      kind,
      from: isMost ? Number.NEGATIVE_INFINITY : isValue ? low - Math.abs(low) * rounding : low,
      to: isLeast ? Number.POSITIVE_INFINITY : isValue ? high + Math.abs(high) * rounding : high,
      start: index + whole.length - whole.trimStart().length,
      end: index + whole.length,
    });
  }
  return found;
}

const toNumber = (text: string) => Number(text.replaceAll(',', ''));

/** Whether two quantities have values in common. */
export const isWithin = (a: Quantity, b: Quantity): boolean =>
  a.kind === b.kind && a.from <= b.to && b.from <= a.to;

/** A text with blanks in place of its quantities, so that offsets stay. */
export function withoutQuantities(text: string, quantities: readonly Quantity[]): string {
  let rest = text;
  for (const { start, end } of quantities) {
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
}
