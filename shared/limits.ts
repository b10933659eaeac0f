/** Business constants and limits of the specification (section 9). */
export const limits = {
  trialDays: 21,
  /** Days for which a mailbox that has begun a trial gets no new one, also after its account was erased. */
  trialMemoryDays: 400,
  /** Days before the end of a trial from which the product warns. */
  trialWarningDays: 5,
  /** Days during which a failed payment is retried. */
  paymentRetryDays: 21,
  passwordMinLength: 10,
  verificationCodeMinLength: 6,
  organizationNameMinLength: 4,
  organizationNameMaxLength: 100,
  fullNameMaxLength: 200,
  emailMaxLength: 254,
  indexNameMaxLength: 100,
  /** Direct uploads must be smaller than 2 GiB. */
  directUploadMaxBytes: 2_147_483_648 - 1,
  /** Uploads by the command-line tool: 5 TiB, the largest object of S3. */
  cliUploadMaxBytes: 5 * 1024 ** 4,
  /** Bytes that an organization may upload in all before it has bought a plan. */
  trialUploadBytes: 100_000_000_000,
  /** Lifetime of an upload token. The bucket deletes unfinished uploads after the same time. */
  uploadTokenDays: 7,
  /** Signed URLs for parts: how many one call issues, and how long they are valid. */
  partUrlsPerCall: 100,
  partUrlSeconds: 3600,
  /** S3 allows 1,024 bytes for a whole key; the tenant prefix needs the rest. */
  fileNameMaxBytes: 900,
  apiKeysPerIndex: 10,
  /** Management keys of an organization, days for which one may be made, and characters of its name. */
  managementKeysMax: 50,
  managementKeyDaysMax: 3650,
  managementKeyNameMaxLength: 100,
  keyNameMaxLength: 100,
  /** Of a restricted key: pages and networks that may call, and bytes of all restrictions as JSON, which are read with each call. */
  keyOriginsMax: 20,
  keyAddressesMax: 50,
  keyRestrictionsMaxBytes: 10_000,
  /** Calls that any key may send each second, after ten times as many at once: the default of deployments. */
  keyQueriesPerSecond: 10,
  /** Hours for which the old text of a key may go on after a new one was made. */
  keyOverlapHoursMax: 168,
  /** Days before an API key ends at which admins get a mail. */
  keyWarningDays: 7,
  /** Public keys for tenant tokens that one key has, how long a token may last, and its characters. */
  keyPublicKeysMax: 2,
  tenantTokenHours: 24,
  tenantTokenMaxLength: 6000,
  /**
   * Lines of an index's list of synonyms, words or phrases of one line, characters and words of one phrase, and bytes of all lines,
   * which are one item of a table.
   */
  synonymsMax: 1000,
  synonymPhrasesMax: 10,
  synonymMaxLength: 100,
  synonymWordsMax: 5,
  synonymsMaxBytes: 100_000,
  /** Queries of an organization per UTC day, by plan. */
  queriesPerDay: { trial: 10_000, monthly: 100_000, annual: 100_000 },
  searchMaxItems: 100,
  /** Numbers of a vector, and what it may count beside words, whose scores are 0 to 1. */
  vectorMinDimensions: 8,
  vectorMaxDimensions: 4096,
  vectorMaxWeight: 10,
  /** What a request lets a signal of the ranking count at most, as a multiple. */
  signalWeightMax: 10,
  /** Listed on the page of a document. */
  similarRows: 5,
  /** Searches of one call of an API key. */
  queriesOfCall: 10,
  /** Indexes that one call searches, with a key of each. */
  indexesOfSearch: 5,
  /** Rows that one call compares with another index, a search each, and characters of the cells that name them. */
  counterpartRows: 50,
  counterpartCellLength: 300,
  queryMaxBytes: 1_000_000,
  /** Conditions that a search joins at one place, and levels of them. The engine allows 256 in all. */
  conditionsMax: 100,
  conditionLevels: 16,
  /** Columns that a search counts by, and values that it lists of each. */
  facetsMax: 20,
  facetValuesMax: 1000,
  /** Values of a facet that are counted by a second column. */
  facetCrossedMax: 50,
  searchCursorMaxLength: 300,
  /** Sources of datasets of an organization. */
  sourcesMax: 50,
  sourceUrlMaxLength: 2000,
  /** Bytes of a dataset that is fetched. */
  sourceMaxBytes: 100_000_000_000,
  /** Files of a bucket that become one dataset: what S3 lists in one call. */
  sourceFilesMax: 1000,
  /** Datasets that become one. */
  joinedDatasetsMax: 50,
  /** Fetches that fail in a row before a source is stopped. */
  sourceFailuresMax: 5,
  /** Indexes that are built again when a source has changed. */
  sourceRebuildsMax: 10,
  /** Hours that a fetch may take. */
  sourceHoursMax: 12,
  /** Characters of the header `Idempotency-Key`. */
  idempotencyKeyMaxLength: 200,
  /** How long a call with an `Idempotency-Key` is answered again. */
  idempotencyHours: 24,
  /** Rows of one export. Excel has little more. */
  exportRowsMax: 1_000_000,
  /** Bytes of one export before compression: what a zip of the plain kind, which a workbook is, can hold. */
  exportBytesMax: 4_000_000_000,
  /** An export that takes longer is told by a mail. */
  exportMailSeconds: 60,
  /** Rows or keys of one change, and bytes of its cells. The gateway takes bodies of 6 MB. */
  changeRowsMax: 10_000,
  changeBytesMax: 5_000_000,
  /** Rows that were added, replaced or deleted since an index was built. A build takes them in. */
  changedRowsMax: 100_000,
  scoreDecimals: 4,
  sampleRows: 5,
  previewBytes: 262_144,
  /** Rows and characters of a cell that a preview shows. */
  previewRows: 200,
  previewCellMaxLength: 2000,
  /**
   * Files in another encoding than UTF-8, which are copied before a build. A step of 15 minutes can copy
   * this much.
   */
  otherEncodingMaxBytes: 20_000_000_000,
  /** Text of a file in another format than CSV, or of a packed one, which a step converts and reads in 15 minutes. */
  convertedMaxBytes: 10_000_000_000,
  /** Lines above the table of a file. */
  skippedLinesMax: 100,
  /** Columns of an index: those that are searched or come back with results. */
  columnsMax: 500,
  columnNameMaxLength: 1000,
  /**
   * Bytes of all names together in UTF-8, and of the sample values with their names. A table item of 400 KB holds
   * the names five times and the samples twice while an index is built anew, beside the progress of two hundred segments.
   */
  columnNamesMaxBytes: 32_000,
  columnSamplesMaxBytes: 80_000,
  /** A cursor is a key of S3 or DynamoDB, at most 1,024 bytes, in base64. */
  cursorMaxLength: 1366,
  pageSizes: [5, 10, 20],
  pageSizeDefault: 10,
  /** Of the organizations whose payment staff pause. */
  adminPageSizeDefault: 5,
  /** Names that a select lists at once; the others are found by typing. */
  choicesListed: 50,
  /** Lifetime of an upload policy: an upload has to begin within it. Short, because it outlives a membership. */
  uploadPolicySeconds: 300,
  /** How long a started upload may take. Until then, lists check whether it has arrived. */
  uploadSeconds: 3600,
  messageClearMs: 3000,
  avatarColours: 5,
  /** Retention of audit entries. */
  auditDays: 400,
  /** Time after which a suppressed address gets mail again. */
  suppressionDays: 730,
  /** Time during which a data export can be downloaded. */
  exportDays: 7,
  /** Maximum age of the sign-in that confirms an erasure. */
  freshSignInSeconds: 15 * 60,
  /** Maximum age of the sign-in of staff of the provider. */
  staffSessionSeconds: 24 * 3600,
  /** How long a page searches with one key of its session. */
  searchKeySeconds: 3600,
  /** Retention of the search history; where texts of queries are logged, logs are kept for `searchLogDays`. */
  searchHistoryDays: 90,
  searchLogDays: 14,
  /** Longest retention of logs that hold network addresses: of the API, CloudFront and buckets. */
  addressLogDays: 30,
  /** Retention of the counts of each day. */
  usageDays: 400,
  /** Characters of a query's text that the history keeps. */
  searchTextKept: 1000,
  /** Own searches that the search page offers to run again. */
  ownSearchesListed: 20,
  /** Number of searches from which the most frequent ones are computed. */
  /** Latest searches, and latest clicks, of which frequent texts are told, and how many of each are listed. */
  analysedSearches: 5000,
  analysedListed: 20,
  /** Of a reported click: characters of what names the row, and the last position. */
  clickedRowMaxLength: 300,
  clickPositionMax: 1000,
  ucidMaxLength: 40,
  /** Citing publications that one answer lists. */
  citingPatents: 500,
  /** Hits of a map, as many as are ranked; columns that it may have of each, and characters of their cells. */
  mapItems: 1000,
  mapFields: 3,
  mapCellLength: 300,
  /** Publications of each step of a graph of citations. */
  citationsOfStep: 12,
  /** Text of one message to the assistant. A whole claim with questions about it fits. */
  chatMessageMaxLength: 20_000,
  /**
   * Bytes of one conversation, as JSON, from which on it takes no question: of questions and answers, so that its export
   * fits one answer, and with the outputs of tools, so that it can be read in time.
   */
  chatTextsMaxBytes: 2_000_000,
  chatMaxBytes: 20_000_000,
  /** Bytes of messages that one answer lists, and their number. */
  chatPageBytes: 1_000_000,
  chatPageSize: 50,
  claimMaxLength: 20_000,
  chatTitleMaxLength: 100,
  /** Characters of one output that a browser submits: the longest patents fit. */
  toolOutputMaxLength: 1_000_000,
  /** Tool calls in one run. After them the assistant must answer. */
  toolCallsPerRun: 12,
  feedbackMaxLength: 5000,
  /** Interval at which the page polls a run. */
  chatPollMs: 3000,
  /** Time after its last use when a conversation is deleted. */
  chatDays: 90,
  /** Patents that one tool call returns, or takes as candidates. */
  toolMaxDocuments: 20,
  /** Time during which the link in a mail leads to its report. */
  reportLinkDays: 7,
  /** How long an address waits at most for a report that is not made. Longer than a message lives in the queue. */
  reportWaitDays: 7,
  /** How long the mail that asks the owner of an address is valid, and after it no other is sent. */
  addressLinkDays: 7,
  /** How long a confirmed address stays so, and a mail to somebody who did not ask is remembered. */
  addressDays: 400,
  mailedForDays: 30,
  /** Age after which a requested report is made again. */
  reportDays: 365,
  /** Note of a person in one cell of a claim chart. */
  reportNoteMaxLength: 2000,
  /** Passage that a person picks for a cell. */
  reportQuoteMaxLength: 3000,
  /**
   * Bytes of all marks of an organization in one report, as JSON. With what it added to the report they fit one answer of 6 MB,
   * also if many are saved at the same moment.
   */
  reportMarksMaxBytes: 2_000_000,
  /** References that people add to one report. */
  reportAddedMax: 20,
  /** Links to one report that an organization shares at a time. */
  reportSharesMax: 20,
  /** How long a shared link still says that it has ended. */
  reportShareKeptDays: 30,
  /** References that a person wants more of, or less of, in one search. */
  reportWishesMax: 10,
  /** Lists of an organization, private ones included, and documents in one list. */
  listsPerOrganization: 200,
  listItemsMax: 500,
  listNameMaxLength: 100,
  /** Id of a row: whatever the column of an index holds. */
  listDocumentIdMaxLength: 500,
  listTitleMaxLength: 500,
  listNoteMaxLength: 2000,
  listTagsMax: 10,
  listTagMaxLength: 40,
  /** Projects of an organization, what one holds, and people who are members of a confidential one. */
  projectsPerOrganization: 200,
  projectEntriesMax: 300,
  projectMembersMax: 200,
  projectAboutMaxLength: 5000,
  /** Retention of who did what in a project, and how much of it is listed. */
  projectWorkDays: 400,
  projectWorkListed: 50,
  /** Saved searches of an organization, and characters of one. */
  savedSearchesPerOrganization: 1000,
  savedSearchTextMaxLength: 20_000,
  /** Characters of the filters of a saved search, and of one in the history, as JSON. */
  keptFiltersMaxLength: 10_000,
  /**
   * Rows of a saved search that its alert watches: the newest ones where a query decides what is found and the index has a
   * date, else the best ones. The engine ranks no more.
   */
  alertRows: 1000,
  /** Rows that an alert remembers, so that none is told twice: those that it watches, and those that were among them. */
  alertRowsKnown: 2000,
  /** New rows that one mail names. */
  alertRowsMailed: 10,
  webhooksPerOrganization: 10,
  webhookUrlMaxLength: 1000,
  webhookAboutMaxLength: 200,
  /** How long deliveries of webhooks are kept, and a former secret signs, too. */
  webhookDeliveryDays: 30,
  webhookSecretOverlapHours: 24,
  demoMessageMaxLength: 2000,
  /** How long the link that confirms a subscription of the newsletter is valid. */
  newsletterLinkDays: 7,
  queryRetries: 3,
  queryFreshMs: 5 * 60_000,
} as const;

export type Plan = keyof typeof limits.queriesPerDay;

/** Formats a file size: decimal units (base 1000), 2 decimals. */
export function formatBytes(sizeBytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = sizeBytes;
  let unit = 0;
  // Compare the rounded value: 999,999 B is 1.00 MB, not 1000.00 kB.
  while (Number(value.toFixed(2)) >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${value} B` : `${value.toFixed(2)} ${units[unit]}`;
}
