import type { Objects, Request } from './requests.ts';

/** A request for another organization's object, with the kind of attack. */
export interface Attack {
  request: Request;
  /** `body.org_id: foreign`. */
  vector: string;
  /** An unusual spelling, which the schema may refuse. */
  odd: boolean;
}

type Path = readonly string[];

/** Paths of the texts that differ between the requests of two organizations. */
function differingPaths(own: unknown, foreign: unknown, path: Path = []): Path[] {
  if (typeof own === 'string') return own === foreign ? [] : [path];
  if (typeof own !== 'object' || own === null) return [];
  return Object.keys(own).flatMap((key) =>
    differingPaths((own as never)[key], (foreign as never)[key], [...path, key]),
  );
}

const read = (value: unknown, path: Path): string =>
  path.reduce((part, key) => (part as Record<string, unknown>)[key], value) as string;

function replaced<T>(part: T, [key = '', ...rest]: Path, value: string): T {
  const next = rest.length ? replaced((part as never)[key], rest, value) : value;
  return (Array.isArray(part) ? part.with(Number(key), next) : { ...part, [key]: next }) as T;
}

/** Other spellings of a foreign value, some as a path from the own value to it. */
function oddSpellings(own: string, foreign: string): string[] {
  const spellings = [
    `${own}/../${foreign}`,
    `${own}%2f..%2f${foreign}`,
    `${own}%00${foreign}`,
    `${foreign}\u0000`,
    `${foreign} `,
    foreign.slice(0, -1),
    `${own},${foreign}`,
    encodeURIComponent(foreign).replaceAll('_', '%5F'),
  ];
  if (!foreign.startsWith('org/')) return spellings;
  const folder = foreign.slice(0, foreign.lastIndexOf('/'));
  const ownFolder = own.slice(0, own.lastIndexOf('/'));
  return [
    ...spellings,
    `/${foreign}`,
    `./${foreign}`,
    `//${foreign}`,
    foreign.replace('org/', 'org//'),
    `${ownFolder}/../../${foreign}`,
    `${ownFolder}/%2e%2e/%2e%2e/${foreign}`,
    `${ownFolder}\\..\\..\\${foreign}`,
    folder,
    `${folder}/`,
    'org/',
    'org',
  ];
}

/** Each differing text alone, plainly and (if `odd`) in other spellings; then all of them at once. */
export function attacksOf(
  make: (own: Objects) => Request[],
  own: Objects,
  foreign: Objects,
  odd: boolean,
): Attack[] {
  const foreignRequests = make(foreign);
  return make(own).flatMap((request, kind) => {
    const whole = foreignRequests[kind]!;
    const paths = differingPaths(request, whole);
    const single = paths.flatMap((path) => {
      const [mine, theirs] = [read(request, path), read(whole, path)];
      // An encoded `../` is an ordinary file name, because keys of the bucket are literal.
      const climbs = theirs.startsWith('../');
      const spellings = odd && !climbs ? oddSpellings(mine, theirs) : [];
      return [theirs, ...spellings].map((value, position) => ({
        request: replaced(request, path, value),
        vector: `${path.join('.')}: ${JSON.stringify(value)}`,
        odd: position > 0 || climbs,
      }));
    });
    // A key together with its index is not an attack, because the holder of a key may use it. The same holds
    // for uploads and conversations.
    const hasKey = whole.apiKey || paths.some((path) => path.at(-1) === 'api_key');
    const opened = hasKey || whole.uploadToken || whole.threadToken;
    const everything = paths.length > 1 && !opened;
    return everything ? [...single, { request: whole, vector: 'everything', odd: false }] : single;
  });
}
