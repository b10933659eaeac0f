import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { FORMAT_VERSION, OLDEST_VERSION, versionMismatch } from './file/container.ts';
import { count, readRecord } from './record.ts';
import { indexSchema } from './schema.ts';

/** What a manifest says of each file. */
export const fileRecord = z.strictObject({
  fileName: z.string(),
  sizeBytes: count,
  /** CRC-32 of the file's section table, which covers the checksums of all sections. */
  crc: count,
  /** Bytes from the start of the file that every search needs. */
  headBytes: count,
});

/** A file of an index. */
export type FileRecord = Readonly<z.infer<typeof fileRecord>>;

/** The same of a segment. */
export const segmentRecord = fileRecord.extend({ rowCount: count });

/** A segment file. */
export type SegmentRecord = Readonly<z.infer<typeof segmentRecord>>;

const nearestRecall = z.strictObject({
  /** Number of queries: the first terms of hidden document halves. */
  queries: count,
  /** Mean share of the 100 nearest rows that were found. Below 400 rows: of the nearest quarter. */
  recall: z.number(),
  /** Half the width of the 95% confidence interval of `recall`. */
  margin: z.number(),
});

/** Recall of the search by vector against an exact comparison in full precision. */
export type NearestRecall = Readonly<z.infer<typeof nearestRecall>>;

/** What searches need to know of an index whose rows are on a cluster. */
const clusterRecord = z
  .strictObject({
    /** Name of the index on the cluster, which holds this version alone. */
    index: z.string(),
    /** See `IndexState.meanBurstiness`. */
    meanBurstiness: z.number(),
    /** Positions of columns of long text, which filters take with `exists` only. */
    prose: z.array(count).readonly(),
    /** Whether it has what counting values and finding phrases take. No release has loaded an index without. */
    countsItems: z.literal(true),
    findsWords: z.literal(true),
  })
  .readonly();

const ownVectors = z.strictObject({
  /** Rows that have a vector. */
  rows: count,
  /** What cosines count beside words, whose scores are 0 to 1. */
  weight: z.number().nonnegative(),
  /** Whether the owner of the index has set it. */
  isSet: z.boolean(),
  /** nDCG@10 of the half-document test without the vectors and with them at this weight; see `chooseWeight`. */
  ndcgWithout: z.number(),
  ndcg: z.number(),
});

/** What a build finds out about the vectors of its dataset. */
export type OwnVectorCard = Readonly<z.infer<typeof ownVectors>>;

const qualityCard = z.strictObject({
  rows: count,
  rejects: count,
  /** Rows with cells too many that were joined again. */
  repairs: count,
  terms: count,
  dimensions: count,
  language: z.string(),
  /** If the rows are in several, that of most rows first. */
  languages: z.array(z.string()).readonly().optional(),
  /** Number of documents in the half-document test; 0 if the corpus is too small. */
  halfDocuments: count,
  /** nDCG@10 of the half-document test with lexical scores only. */
  lexicalNdcg: z.number(),
  conceptNdcg: z.number(),
  mixedNdcg: z.number(),
  /** Absent if there were no test queries. */
  nearest: nearestRecall.optional(),
  /** Absent without a column of vectors. */
  own: ownVectors.optional(),
  /** From the start of the build to its publication; absent if no clock was given. */
  buildSeconds: z.number().optional(),
});

/** Formats that are read. */
export const formatVersion = z.int().min(OLDEST_VERSION).max(FORMAT_VERSION);

/** Unknown keys are refused: a different release wrote them. */
const manifestRecord = z
  .strictObject({
    formatVersion,
    embedder: z.literal('concept'),
    schema: indexSchema,
    model: fileRecord,
    segments: z.array(segmentRecord).readonly(),
    /** Bytes of the different codes of all columns, which filters have in memory. Absent in what earlier releases have built. */
    codeBytes: count.optional(),
    rowCount: count,
    rejectCount: count,
    /** Quality figures that a build measures. */
    card: qualityCard,
    /** Absent if searches read the segments. */
    cluster: clusterRecord.optional(),
  })
  .readonly();

/** Lists the files and settings of a published index. A new version is a new manifest. */
export type Manifest = z.infer<typeof manifestRecord>;

/** Tells versions of an index apart. */
export const checksumOf = (manifest: object) => crc32(JSON.stringify(manifest));

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

/** The manifest is of an earlier version: the index has to be built again from its dataset. */
export class OutdatedIndexError extends ManifestError {}

/**
 * Parses a manifest and checks every field.
 * @throws ManifestError naming the problem, OutdatedIndexError
 */
export function parseManifest(json: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ManifestError('it is not JSON');
  }
  if (typeof value !== 'object' || value === null) throw new ManifestError('it is not an object');
  const { checksum, ...written } = value as { checksum?: unknown; formatVersion?: unknown };
  const version = written.formatVersion;
  if (!formatVersion.safeParse(version).success) {
    const isOutdated = typeof version === 'number' && version < OLDEST_VERSION;
    const Mismatch = isOutdated ? OutdatedIndexError : ManifestError;
    throw new Mismatch(versionMismatch(version));
  }
  const fail = (problem: string) => new ManifestError(problem);
  const manifest = readRecord(manifestRecord, written, 'manifest', fail);
  if (checksum !== checksumOf(written)) throw new ManifestError('its checksum does not match');
  const rows = manifest.segments.reduce((sum, segment) => sum + segment.rowCount, 0);
  if (rows !== manifest.rowCount) {
    throw new ManifestError(`its segments have ${rows} rows, it says ${manifest.rowCount}`);
  }
  return manifest;
}
