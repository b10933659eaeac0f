/** Business constants and limits of the specification (section 9). */
export const limits = {
  trialDays: 21,
  /** The trial is announced to end from so many days on. */
  trialWarningDays: 5,
  /** How long a payment that failed is tried again. */
  paymentRetryDays: 21,
  passwordMinLength: 10,
  verificationCodeMinLength: 6,
  organizationNameMinLength: 4,
  organizationNameMaxLength: 100,
  fullNameMaxLength: 200,
  emailMaxLength: 254,
  indexNameMaxLength: 100,
  /** Direct uploads stay below 2 GB. */
  directUploadMaxBytes: 2_147_483_648 - 1,
  /** Uploads by the command-line tool: 5 TB, the largest object of S3. */
  cliUploadMaxBytes: 5 * 1024 ** 4,
  /** How long an upload token is good for; the bucket forgets unfinished uploads after the same time. */
  uploadTokenDays: 7,
  /** How many addresses for parts one call gives, and how long each can be used. */
  partUrlsPerCall: 100,
  partUrlSeconds: 3600,
  /** S3 allows 1,024 bytes for a whole key; the rest is the tenant prefix. */
  fileNameMaxBytes: 900,
  apiKeysPerIndex: 10,
  /** Queries of an organisation between midnight and midnight UTC, by plan. */
  queriesPerDay: { trial: 10_000, monthly: 100_000, annual: 100_000 },
  searchMaxItems: 100,
  queryMaxBytes: 1_000_000,
  scoreDecimals: 4,
  sampleRows: 5,
  previewBytes: 262_144,
  columnsMax: 500,
  /** All names together, so that an index record fits into a table item of 400 KB. */
  columnNamesMaxLength: 50_000,
  /** A position is a key of S3 or DynamoDB: at most 1,024 bytes, in base64. */
  cursorMaxLength: 1366,
  pageSizes: [5, 10, 20],
  pageSizeDefault: 10,
  /** How long an upload policy can be used after it was issued. */
  uploadPolicySeconds: 3600,
  messageClearMs: 3000,
  avatarColours: 5,
  /** How long the audit trail keeps an entry. */
  auditDays: 400,
  /** How long the archive of a data export can be downloaded. */
  exportDays: 7,
  /** How old a sign-in may be that confirms an erasure. */
  freshSignInSeconds: 15 * 60,
  queryRetries: 3,
  queryFreshMs: 5 * 60_000,
} as const;

export type Plan = keyof typeof limits.queriesPerDay;

/** File size as the product shows it: decimal units (base 1000), 2 decimals. */
export function formatBytes(sizeBytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = sizeBytes;
  let unit = 0;
  // As it is shown: 999,999 B are 1.00 MB, not 1000.00 kB.
  while (Number(value.toFixed(2)) >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${value} B` : `${value.toFixed(2)} ${units[unit]}`;
}
