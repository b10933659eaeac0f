import { gradeRules } from '#functions/patents/index.ts';

/**
 * What decides which art is in a report and how it is graded. Every report states these numbers. Change `rulesVersion`
 * with any rule of reports, so that `npm run report -- rerun` can tell a change of rules. docs/reports.md has the
 * measurements behind them.
 */
export const reportRules = {
  rulesVersion: 15,

  /** Rows looked at for the query of title and abstract; a fixed number, for the classes and missing dates too. */
  abstractDepth: 500,
  /** Rows looked at for each other query. */
  queryDepth: 100,
  /** Independent claims that are searched as a whole. */
  claimQueries: 4,
  /** Elements that are searched. With it the number of searches is bounded. */
  elementQueries: 32,
  /** Characters of a query. */
  queryLength: 4000,
  /** k of reciprocal rank fusion: the first rank counts 1 / (k + 1). Small values trust the first ranks more. */
  fusionRank: 10,
  /** Words of the query that tells the subject: title, preambles and the beginning of the abstract. */
  subjectWords: 40,
  /** Its weight, where title and abstract weigh 1. */
  subjectWeight: 1,
  /** Weight of what the description says of field and problem. */
  fieldWeight: 0.5,
  /** Weight of all whole claims together. */
  claimsWeight: 0.5,
  /** Weight of all elements together. */
  elementsWeight: 0.5,
  /** Weight of the searches in the first classes of the patent, together. */
  classesWeight: 0.5,

  /** First rows whose classes are counted. */
  classRows: 20,
  /** Classes that are chosen beside those of the patent. */
  classesFound: 3,
  /** Classes of the patent that are chosen. */
  classesOwn: 5,
  /** Of these, classes that are searched on their own. */
  classQueries: 2,

  /** Citations that are followed in each direction. */
  citationsFollowed: 30,
  /** Publications of the search that are read and compared in full. */
  documentsCompared: 500,
  /** Characters of a document that are compared. */
  readLength: 100_000,
  /** Weights in the second reading, where the places in the searches weigh 1: nearness by words, */
  nearnessWeight: 3,
  /** by pieces of words, */
  piecesWeight: 2,
  /** nearness in meaning, by an index that knows words well, */
  meaningWeight: 1.2,
  /** and rows of an index that counts half as much, */
  halfTrustedRows: 6000,
  /** classes, */
  classWeight: 0.3,
  /** and citations. */
  citationWeight: 0.5,
  /** What nearness counts in the floor, of a document of the same classes, of one that shares no subclass, and where classes are not known. */
  sameClasses: 4.5,
  otherClasses: 0.6,
  unknownClasses: 1.5,
  /** Nearness below which a document that no citation links is no art. */
  artFrom: 0.15,
  /** Strength of a citation link from which on a document needs no nearness and no match to be art: 1 is cited or citing. */
  linkedFrom: 0.5,

  /** Weight of the queries of what a person likes, together, where title and abstract weigh 1. */
  likedWeight: 1,
  /** Publications that are read for a search with a person's wishes, and those of it that are shown. */
  documentsReadAgain: 100,
  foundAgain: 10,
  /** Weights of the nearness to what a person likes, and does not, where the nearness to the patent weighs 1. */
  likedNearness: 0.75,
  unlikedNearness: 0.75,

  /** Rows of a catalogue of literature that are looked at, those that are shown, and nearness below which one is no art. */
  literatureDepth: 50,
  literature: 5,
  literatureFrom: 0.15,

  /** Documents that are read, at most, to find references. */
  documentsRead: 150,
  priorArtReferences: 25,
  invalidationReferences: 15,
  /** Passages of a reference that are nearest to the patent as a whole. */
  referencePassages: 3,

  /** Elements in the chart: those of the independent claims first. */
  chartElements: 120,
  passagesPerCell: 3,
  /** Words of the patent for which others are sought that may stand for them: the rarest. */
  likeWordsSought: 400,
  /** Alternatives of an element that are sought, each on its own. */
  alternatives: 40,
  /** Rarities of the words of the other reference, together, in a passage that suggests to combine. */
  suggestionWeight: 6,
  /** Words that two passages on a problem have in common at least, */
  problemWords: 3,
  /** and what share of their words by rarity. */
  problemShare: 0.35,
  ...gradeRules,
} as const;
