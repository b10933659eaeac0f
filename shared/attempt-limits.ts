/** What one kind of attempt is limited to. */
export interface AttemptLimit {
  /** Who has a bucket of their own. */
  who: string;
  /** What takes one of its tokens. */
  what: string;
  /** Attempts at once, after a pause. */
  burst: number;
  /** Until there is one more. */
  seconds: number;
  /** What the caller is told, if it is not `TooManyAttempts` with the minutes to wait. */
  answer?: string;
}

const unjudged =
  'the report comes without the judgement, says so, and is judged when somebody asks an hour later';

/**
 * All limits of attempts, in token buckets. `docs/limits.md` and the page of staff show them, and
 * `tests/faults/limits.test.ts` attacks each. Anybody who knows an address can use up its attempts and so lock its owner out
 * for a moment, so those limits are generous and refill quickly. What is limited for everybody together is refilled within
 * minutes, and never limits people who are signed in.
 */
export const attemptLimits = {
  sign_up: { who: 'a mailbox', what: 'sign-ups', burst: 5, seconds: 3600 },
  // Each mails a code to an address of the caller's choice. The user pool does not tell from which network. One network gets
  // ten mails a minute past the firewall: it must not keep everybody else from signing up.
  sign_up_all: { who: 'everybody', what: 'sign-ups', burst: 300, seconds: 2 },
  // Each begins with what a trial may do. An address with another tag is the same mailbox.
  organization: { who: 'a mailbox', what: 'new organizations', burst: 3, seconds: 604_800 },
  // 3,000 sign-ins a day do not find a password of ten characters.
  sign_in: { who: 'an e-mail address', what: 'sign-ins', burst: 20, seconds: 30 },
  verify_address: {
    who: 'a person',
    what: 'codes mailed to a new address of theirs',
    burst: 5,
    seconds: 600,
  },
  // Each asks the user pool, whose quota all accounts share.
  account: {
    who: 'a person',
    what: 'changes of their record, sign-outs and confirmations of the second step',
    burst: 60,
    seconds: 5,
  },
  // What names a device comes from the page, so it can be made up.
  device_notice: {
    who: 'a person',
    what: 'mails about new devices',
    burst: 20,
    seconds: 3600,
    answer: 'no further mail; the call is answered',
  },
  // We ask a provider, who may refuse us all.
  passwords_address: {
    who: 'a network',
    what: 'looks at lists of leaked passwords',
    burst: 60,
    seconds: 10,
    answer: 'as if none had leaked, because nobody must be kept from signing up',
  },
  invite: {
    who: 'a mailbox, by each organization',
    what: 'invitations of it',
    burst: 5,
    seconds: 3600,
  },
  // 10 a day in the first week, 30 later on trial, 300 for who pays. A complaint takes ten, a bounce three.
  invite_new: {
    who: 'an organization on trial, in its first week',
    what: 'invitations, and first mails with reports to addresses of others',
    burst: 10,
    seconds: 8640,
  },
  invite_trial: {
    who: 'an older organization that pays nothing',
    what: 'invitations, and first mails with reports to addresses of others',
    burst: 30,
    seconds: 2880,
  },
  invite_paid: {
    who: 'an organization that pays',
    what: 'invitations, and first mails with reports to addresses of others',
    burst: 100,
    seconds: 288,
  },
  // A purchase takes two: its preview counts too. Nobody guesses a code at 300 a day.
  coupon: { who: 'an organization', what: 'coupons, also in previews', burst: 20, seconds: 300 },
  // A purchase takes three: the form, the card, the charge. A decline takes three more.
  card_organization: {
    who: 'an organization',
    what: 'cards, bank accounts, their verification, and purchases; a decline counts four times',
    burst: 12,
    seconds: 600,
  },
  // Each asks the payment provider several times, whose limit all customers share.
  billing_read: {
    who: 'a person',
    what: 'looks at the subscription, its invoices and prices, and cancellations',
    burst: 60,
    seconds: 5,
  },
  card_person: { who: 'a person', what: 'the same', burst: 12, seconds: 600 },
  card_address: { who: 'a network', what: 'the same', burst: 24, seconds: 600 },
  chat_user: { who: 'a person', what: 'questions to the assistant', burst: 200, seconds: 432 },
  chat_address: {
    who: 'a network, of visitors',
    what: 'questions to the assistant',
    burst: 30,
    seconds: 2880,
  },
  chat_visitors: {
    who: 'all visitors together',
    what: 'questions to the assistant',
    burst: 500,
    seconds: 43,
  },
  // A page asks every three seconds while an answer is written.
  chat_read: {
    who: 'a network, of visitors',
    what: 'calls about a conversation of theirs',
    burst: 300,
    seconds: 1,
  },
  // A question takes one for its message, and one more if it begins a conversation.
  chat_tool: {
    who: 'a person, or a network of visitors',
    what: 'conversations with the assistant begun, messages, and opinions about answers',
    burst: 500,
    seconds: 60,
  },
  similar_user: { who: 'a person', what: 'lists of similar documents', burst: 200, seconds: 17 },
  // Two indexes of 20,000 rows each are compared in both directions at once.
  counterparts_user: {
    who: 'a person',
    what: 'pages of fifty rows compared with another index',
    burst: 800,
    seconds: 5,
  },
  // Each is written by a job, which others wait for.
  search_export: {
    who: 'an organization',
    what: 'exports of search results begun',
    burst: 60,
    seconds: 60,
  },
  // Each sends something to an address of the caller's choice.
  webhook: {
    who: 'an organization',
    what: 'events sent to a webhook by hand, and new secrets',
    burst: 60,
    seconds: 60,
  },
  // Each asks an address of the caller's choice, which others wait for.
  source: {
    who: 'an organization',
    what: 'datasets fetched from elsewhere',
    burst: 60,
    seconds: 300,
  },
  search_key: {
    who: 'a person',
    what: 'keys that pages search with, one for each index and hour',
    burst: 120,
    seconds: 30,
  },
  patents_address: {
    who: 'a network',
    what: 'searches, comparisons and texts of patents, reports looked for and read, and, without a sign-in, shared links opened',
    burst: 300,
    seconds: 1,
  },
  // What CloudFront has not stored. A document may have a hundred.
  images_address: { who: 'a network', what: 'images of patents', burst: 500, seconds: 1 },
  outreach_address: {
    who: 'a network',
    what: 'newsletter and demo forms, and first mails with reports to addresses of others',
    burst: 10,
    seconds: 600,
  },
  outreach_email: {
    who: 'a mailbox',
    what: 'newsletter and demo forms',
    burst: 3,
    seconds: 86_400,
  },
  outreach_all: {
    who: 'everybody',
    what: 'newsletter and demo forms, and first mails with reports to addresses of others',
    burst: 200,
    seconds: 60,
  },
  // The page sends two requests for each report: to prepare it and to mail it.
  report_person: { who: 'a person', what: 'requests for reports', burst: 60, seconds: 300 },
  report_address: {
    who: 'a network, of visitors',
    what: 'requests for reports',
    burst: 40,
    seconds: 600,
  },
  report_patent: {
    who: 'a patent, of visitors',
    what: 'requests for its report',
    burst: 100,
    seconds: 120,
  },
  report_visitors: {
    who: 'all visitors together',
    what: 'requests for reports on patents that exist',
    burst: 500,
    seconds: 60,
  },
  report_email: {
    who: 'a mailbox whose owner is signed in',
    what: 'mails with reports',
    burst: 20,
    seconds: 4320,
  },
  report_stranger: {
    who: 'a mailbox that somebody else names',
    what: 'mails with reports',
    burst: 3,
    seconds: 28_800,
    answer: 'as if it were mailed, because a refusal would tell that somebody has asked with it',
  },
  report_files: {
    who: 'a person',
    what: 'files of reports and lists, references added to reports, and shared links opened',
    burst: 60,
    seconds: 30,
  },
  // A PDF takes seconds of a processor.
  report_files_address: {
    who: 'a network, of visitors',
    what: 'files of shared reports',
    burst: 30,
    seconds: 60,
  },
  // What was added to a report is compared anew with each.
  report_marks: {
    who: 'a person',
    what: 'reads of what was added to reports',
    burst: 200,
    seconds: 3,
  },
  data_export: { who: 'a person', what: 'copies of their own data', burst: 3, seconds: 28_800 },
  upload: { who: 'an organization', what: 'uploads begun', burst: 1000, seconds: 10 },
  // A build of a large file costs dollars.
  build: { who: 'an organization', what: 'new and rebuilt indexes', burst: 50, seconds: 600 },
  // Each may cost the operator its whole budget.
  report_judged: {
    who: 'people who are signed in, together',
    what: 'reports that models judge',
    burst: 60,
    seconds: 900,
    answer: unjudged,
  },
  // Apart, so that visitors neither spend much nor leave customers without.
  report_judged_visitors: {
    who: 'the installation, for visitors',
    what: 'reports that models judge',
    burst: 5,
    seconds: 3600,
    answer: unjudged,
  },
  embedded_rows: {
    who: 'an organization',
    what: 'changed rows whose texts the model of the installation embeds',
    burst: 600,
    seconds: 1,
    answer: 'the rows are found by their words, and have vectors after the next build',
  },
  warm_index: { who: 'an index', what: 'reads of it into memory', burst: 1, seconds: 60 },
} as const satisfies Record<string, AttemptLimit>;

/** A kind of attempt. */
export type Attempt = keyof typeof attemptLimits;

export const attemptKinds = Object.keys(attemptLimits) as Attempt[];

/** Burst and seconds of each kind: what functions get in `ATTEMPT_LIMITS`. Lambda gives all variables of a function 4 KB. */
export type EnforcedLimits = Record<Attempt, readonly [burst: number, seconds: number]>;

/** Limits without their words, as text for `ATTEMPT_LIMITS`. */
export const enforced = (
  limits: Readonly<Record<Attempt, Pick<AttemptLimit, 'burst' | 'seconds'>>>,
): string =>
  JSON.stringify(
    Object.fromEntries(
      attemptKinds.map((kind) => [kind, [limits[kind].burst, limits[kind].seconds]]),
    ) satisfies Partial<EnforcedLimits>,
  );

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** `12 at once, then one every 10 minutes`. */
export function allowanceOf({ burst, seconds }: Pick<AttemptLimit, 'burst' | 'seconds'>): string {
  const [size, unit] = units.find(([length]) => seconds % length === 0)!;
  const count = seconds / size;
  const pace = count === 1 ? `every ${unit}` : `every ${count.toLocaleString('en-US')} ${unit}s`;
  return `${burst} at once, then one ${pace}`;
}
