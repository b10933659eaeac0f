import { crc32 } from 'node:zlib';
import { FORMAT_VERSION, versionMismatch } from './file/container.ts';
import type { IndexSchema } from './schema.ts';

/** A file of an index. */
export interface FileRecord {
  readonly fileName: string;
  readonly sizeBytes: number;
  /** CRC-32 of the file's section table, which covers the checksums of all sections. */
  readonly crc: number;
}

/** A segment file. */
export interface SegmentRecord extends FileRecord {
  readonly rowCount: number;
}

/** Quality figures that a build measures. */
export interface QualityCard {
  readonly rows: number;
  readonly rejects: number;
  /** Rows with cells too many that were joined again. */
  readonly repairs: number;
  readonly terms: number;
  readonly dimensions: number;
  readonly language: string;
  /** Number of documents in the half-document test; 0 if the corpus is too small. */
  readonly halfDocuments: number;
  /** nDCG@10 of the half-document test with lexical scores only. */
  readonly lexicalNdcg: number;
  readonly conceptNdcg: number;
  readonly mixedNdcg: number;
  /** Recall of the search by vector; absent if there were no test queries. */
  readonly nearest?: NearestRecall;
  /** From the start of the build to its publication; absent if no clock was given. */
  readonly buildSeconds?: number;
}

/** Recall of the search by vector against an exact comparison in full precision. */
export interface NearestRecall {
  /** Number of queries: the first terms of hidden document halves. */
  readonly queries: number;
  /** Mean share of the 100 nearest rows that were found. Below 400 rows: of the nearest quarter. */
  readonly recall: number;
  /** Half the width of the 95% confidence interval of `recall`. */
  readonly margin: number;
}

/** Lists the files and settings of a published index. A new version is a new manifest. */
export interface Manifest {
  readonly formatVersion: typeof FORMAT_VERSION;
  readonly embedder: 'concept';
  readonly schema: IndexSchema;
  readonly model: FileRecord;
  readonly segments: readonly SegmentRecord[];
  readonly rowCount: number;
  readonly rejectCount: number;
  readonly card: QualityCard;
}

const checksumOf = (manifest: object) => crc32(JSON.stringify(manifest));

/** The manifest as JSON, with a checksum of its own. */
export function serializeManifest(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 1)}\n`;
}

/** The manifest is damaged or of another version. */
export class ManifestError extends Error {
  constructor(detail: string) {
    super(`The index manifest is not usable: ${detail}`);
    this.name = 'ManifestError';
  }
}

type Check = (value: unknown, path: string) => void;

const fail = (path: string, wanted: string): never => {
  throw new ManifestError(`${path} is not ${wanted}`);
};
const text: Check = (value, path) => void (typeof value === 'string' || fail(path, 'a text'));
const finite: Check = (value, path) =>
  void (Number.isFinite(value) || fail(path, 'a finite number'));
const count: Check = (value, path) =>
  void ((Number.isSafeInteger(value) && (value as number) >= 0) || fail(path, 'a whole number'));
const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (value, path) =>
    void (allowed.includes(value) || fail(path, `one of ${allowed.join(', ')}`));
const list =
  (item: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return fail(path, 'a list');
    value.forEach((entry, i) => {
      item(entry, `${path}[${i}]`);
    });
  };
/** Requires exactly these keys: an unknown key means that a different release wrote the manifest. */
const shape =
  (keys: Record<string, Check>): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return fail(path, 'an object');
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(keys, key)) throw new ManifestError(`${path}.${key} is unknown`);
    }
    for (const [key, check] of Object.entries(keys)) {
      check((value as Record<string, unknown>)[key], `${path}.${key}`);
    }
  };

const optional =
  (check: Check): Check =>
  (value, path) => {
    if (value !== undefined) check(value, path);
  };

const FILE = { fileName: text, sizeBytes: count, crc: count };
const COLUMN = shape({
  name: text,
  role: oneOf('index', 'metadata', 'ignore'),
  kind: oneOf('body', 'title', 'text', 'keyword', 'date', 'number', 'id', 'link'),
  format: optional(oneOf('day-first', 'month-first', 'decimal-comma')),
  position: count,
  weight: finite,
  b: finite,
});
const MANIFEST = shape({
  formatVersion: oneOf(FORMAT_VERSION),
  embedder: oneOf('concept'),
  schema: shape({ columns: list(COLUMN) }),
  model: shape(FILE),
  segments: list(shape({ ...FILE, rowCount: count })),
  rowCount: count,
  rejectCount: count,
  card: shape({
    rows: count,
    rejects: count,
    repairs: count,
    terms: count,
    dimensions: count,
    language: text,
    halfDocuments: count,
    lexicalNdcg: finite,
    conceptNdcg: finite,
    mixedNdcg: finite,
    nearest: optional(shape({ queries: count, recall: finite, margin: finite })),
    buildSeconds: optional(finite),
  }),
});

/**
 * Parses a manifest and checks every field.
 * @throws ManifestError naming the problem
 */
export function parseManifest(json: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ManifestError('it is not JSON');
  }
  if (typeof value !== 'object' || value === null) throw new ManifestError('it is not an object');
  const { checksum, ...manifest } = value as Manifest & { checksum: unknown };
  if (manifest.formatVersion !== FORMAT_VERSION) {
    throw new ManifestError(versionMismatch(manifest.formatVersion));
  }
  MANIFEST(manifest, 'manifest');
  if (checksum !== checksumOf(manifest)) throw new ManifestError('its checksum does not match');
  const rows = manifest.segments.reduce((sum, segment) => sum + segment.rowCount, 0);
  if (rows !== manifest.rowCount) {
    throw new ManifestError(`its segments have ${rows} rows, it says ${manifest.rowCount}`);
  }
  return manifest;
}
