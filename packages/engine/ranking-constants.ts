/**
 * Every number that decides the order of hits. "Worth" is the change of the mean nDCG@10 of sixteen
 * collections when the part is left out; docs/engine.md has the figures by kind of data.
 */

/** Saturation of repeated terms in BM25F (0 = presence only, 3 = nearly linear). 1.6: −.002. */
export const K1 = 1;
/** Length normalisation of texts, titles and pairs of terms, 0 to 1. .4: −.002, pairs without: −.002. */
export const B = 0.75;
/** Length normalisation of columns of short text, whose length tells less. */
export const SHORT_B = 0.5;
/** Occurrences that a word of a title stands for in BM25F, 1 to 6. 6: 0. */
export const TITLE_FREQUENCY = 3;
/** Weight of request words ("I am interested in articles …") in a query, 0 to 1. 1: −.0025. */
export const REQUEST_WEIGHT = 0.4;
/** Exponent of a term's burstiness, 0 (no effect) to 1. 0: −.002. */
export const BURST_POWER = 0.15;
/** Strength of the prior of burstiness, in documents with the mean burstiness. */
export const BURST_PRIOR = 5;
/** Occurrences that a word of a title stands for in a concept vector. */
export const TITLE_COUNT = 2;

/**
 * Steps on either side of zero of the concept vectors of rows and of the association vectors of words: six and five bits. As
 * bytes they compress. With 127, 63, 31 and 15 steps for rows the mean is the same, and of the nearest 100 rows .996, .995, .989 and
 * .979 are found.
 */
export const ROW_STEPS = 31;
export const ASSOCIATION_STEPS = 15;

/** Rows without a word of the query must have a higher cosine with it: less is noise of eight bits. */
export const MIN_COSINE = 0.02;

/** Rows that are retrieved by words. Fewer lose quality, more gain none. */
export const CANDIDATES = 1_000;
/**
 * Of so few rows, vectors tell which are near in meaning, and how many: estimates by codes would take others for near. Of more, there are
 * nearly always a thousand, and codes tell them, which are read as a whole while the index is not resident.
 */
export const FEW_ROWS = 4 * CANDIDATES;
/** Rows of these that are reranked: the best by words and mapped concepts. 200: −.002, 300: −.0005, 400 to 1,000: 0. */
export const RERANKED = 400;
/** Rows of these that make the scale of all scores. 64: −.0003, 80 and 128: 0, 400: +.0003; a search with filters reranks them beside its own. */
export const SCALE_ROWS = 100;
/** Rows that such a search reranks beside those of the best of the index that pass: as many as the API's longest answer has hits. */
export const BESIDE = 100;
/**
 * The same while an index is not resident, where each costs a read: as many as the API's longest answer has hits, so that no
 * page size changes the ranking. 64: −.0027, 96: −.0019.
 */
export const PAGED_CANDIDATES = 100;
/**
 * Rows that the codes of own vectors bring up then, times the dimensions of these: short codes tell less. At least as many as by
 * words.
 */
export const PAGED_CODE_BITS = 25_600;
/**
 * The word score that then counts as none, as a share of the lowest among the best `CANDIDATES`: the other signals of few
 * rows differ less and are stretched, so differences between word scores are kept small, too. 1 and .5: −.0003, .85: −.0002.
 */
export const PAGED_MINIMUM = 0.7;

/**
 * Rows on a cluster that are ranked, those with the best scores there: each costs its nodes time. The lowest of them makes the scale, so
 * nothing else is to be chosen. 400: 0, 300: 0, 200 (at its best of two scales): −.002, 100: −.003; but the more there are, the more of the
 * first rows are those of an index in functions: docs/engine.md.
 */
export const CLUSTER_CANDIDATES = 600;

/**
 * Words spelled like a word of the query (national, nation): an occurrence of one counts as this many of
 * the other, times the cube of their likeness. .4: −.001, .8: −.0005, without: −.005.
 */
export const SIMILAR_WEIGHT = 0.6;
/** Least likeness of such a word, the Dice coefficient of trigrams, 0 to 1. .45 to .6 give the same. */
export const MIN_LIKENESS = 0.5;
/** Shorter words have no similar ones, in characters: too many words are like them. */
export const MIN_SIMILAR_LENGTH = 4;
/** Number of them for each word of the query. 8: −.0004, all: 0. */
export const MAX_SIMILAR_WORDS = 16;
/** Longer queries have enough words of their own, in number of terms. 12 to 25 give the same, all: −.001. */
export const MAX_SIMILAR_QUERY = 20;

/** Weight of pair scores, added to BM25F before scaling. */
export const PAIR_WEIGHT = 0.25;
/**
 * Weights of the signals of meaning, relative to lexical scores of 0 to 1, times `meaningShare`: a long
 * query says with its words what it is about.
 */
export const TITLE_WEIGHT = 0.2;
export const MAPPED_WEIGHT = 0.45;
export const ASSOCIATION_WEIGHT = 0.375;
/**
 * Weights of a dataset's own vectors, relative to lexical scores of 0 to 1. A build chooses one for its index
 * (`quality/choose-weight.ts`), unless the owner sets another.
 */
export const OWN_WEIGHTS: readonly number[] = [0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2];
/** Pseudo-relevance feedback: weight of the cosine with the centroid of the best rows, times `meaningShare`. */
export const FEEDBACK_WEIGHT = 0.45;
/** Number of these rows. */
export const FEEDBACK_ROWS = 5;
/** What the weights of meaning are multiplied by, for a query of some terms: a third for eight. The same for all queries: −.0014. */
export const meaningShare = (terms: number): number => 1 / Math.sqrt(1 + terms);

/**
 * A hit is relevant if its ranking score is at least this share of the best one, 0 to 1. F1 of the cut on
 * the collections: .70: .436, .75: .450, .80: .458, .85: .451; the best fixed number of hits: .370. Lower
 * than the best value, because a missing hit is worse for people than an additional one.
 */
export const RELEVANT_SHARE = 0.75;

/**
 * No hit is relevant if the index lacks a word of the query, and the best hit covers less than this share of its words, has a
 * lower cosine with it, and has only words that `CHANCE_SHARE` of all rows have by chance. Chosen on six collections, as the
 * values that hide no relevant row among the first ten of any of 919 queries. .5: two.
 */
export const LITTLE_SHARE = 0.45;
/** See `LITTLE_SHARE`, 0 to 1. .002: one query. */
export const CHANCE_SHARE = 0.003;
