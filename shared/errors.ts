interface ErrorEntry {
  /** HTTP status. */
  status: number;
  /** Default text for people. Code that throws the error can give a more specific one. */
  message: string;
}

/**
 * Every expected error by its stable code, explained in `docs/errors/README.md`. Messages are the
 * specification's where it has one.
 */
export const errorCatalog = {
  InvalidRequest: { status: 400, message: 'Please check your input information.' },
  Unauthenticated: { status: 401, message: 'Please sign in and try again.' },
  Forbidden: { status: 403, message: 'Unauthorized request!' },
  NoOrganization: {
    status: 403,
    message:
      'Your account does not belong to any organization. Please create a new organization to use the product.',
  },
  MethodNotAllowed: {
    status: 405,
    message: 'This address takes other methods. The header Allow lists them.',
  },
  NotFound: { status: 404, message: 'There is nothing here, or it is not yours to see.' },
  UserNotFound: { status: 404, message: 'There is no user record for this account yet.' },
  UserExists: { status: 409, message: 'This account has a user record already.' },
  UserInOrganization: { status: 409, message: 'This user is already in the organization.' },
  MemberNotFound: { status: 404, message: 'This person is not in your organization.' },
  OwnMembership: {
    status: 403,
    message: 'You cannot change your own role or remove yourself. Please ask another admin.',
  },
  OnlyAdmin: {
    status: 409,
    message:
      'You are the only admin of your organization. Please make somebody else an admin in the settings first.',
  },
  LastMember: {
    status: 409,
    message:
      'You are the last person in your organization. Please confirm that it is erased with your account.',
  },
  SignInAgain: {
    status: 403,
    message: 'Please sign in again, so that we know it is you.',
  },
  SecondFactorRequired: {
    status: 403,
    message:
      'Your organization requires a second factor. Please set up an authenticator app, and sign in with its code.',
  },
  SubscriptionExpired: {
    status: 402,
    message: 'Your subscription has expired. Please update your payment details to reactivate it.',
  },
  TrialStorageFull: {
    status: 402,
    message:
      'A trial may upload 100 GB in all. Please choose a plan on the subscription page to upload more; nothing is charged before the trial ends.',
  },
  NoSubscription: { status: 404, message: 'No subscription found for this account.' },
  BillingAdminOnly: {
    status: 403,
    message: 'You must be an administrator to access this page.',
  },
  BillingUnavailable: {
    status: 503,
    message: 'Payments are not available right now. Nothing was charged. Please try again later.',
  },
  PaymentMethodMissing: {
    status: 409,
    message: 'Please add a credit card or a bank account first.',
  },
  PaymentDeclined: { status: 402, message: 'Your payment was declined.' },
  PaymentPending: {
    status: 409,
    message:
      'A payment for your current plan is on its way. Please change the plan once it has arrived.',
  },
  PaymentPaused: {
    status: 409,
    message:
      'Payment is paused for your organization. You can change the plan when it is collected again.',
  },
  CouponInvalid: { status: 400, message: 'This coupon is not valid.' },
  VerificationFailed: {
    status: 400,
    message: 'Your bank account could not be verified. Please check what you entered.',
  },
  SignatureInvalid: { status: 400, message: 'The signature of this event is not valid.' },
  OrganizationExists: { status: 409, message: 'Your account belongs to an organization already.' },
  OrganizationNameTooShort: {
    status: 400,
    message: 'Please enter the organization name with at least 4 characters.',
  },
  OnlyCsv: { status: 400, message: 'Only csv file is accepted.' },
  DatasetNotFound: {
    status: 404,
    message: 'This dataset does not exist, or it was deleted. Please choose another one.',
  },
  DatasetUnreadable: { status: 400, message: 'This file cannot be read as a CSV.' },
  IndexNameMissing: { status: 400, message: 'Please enter the index name.' },
  IndexNameInvalid: {
    status: 400,
    message: "Index name shouldn't have space and special characters.",
  },
  IndexNameTaken: {
    status: 409,
    message: 'An index with this name exists already. Please choose another name.',
  },
  DatasetNotChosen: { status: 400, message: 'Please select a dataset from the list.' },
  ColumnsInvalid: {
    status: 400,
    message: 'Please select one index column and at least one metadata column.',
  },
  ColumnReserved: {
    status: 400,
    message:
      'Columns named conceptScore, explanation or sameValue cannot be metadata: answers have fields of these names. Please ignore or rename them.',
  },
  TooManyManagementKeys: {
    status: 409,
    message: 'An organization has at most 50 management keys. Please revoke one that is not used.',
  },
  AnswerTooLarge: {
    status: 400,
    message:
      'The answer is larger than 6 MB. Please ask for fewer items, or for fewer columns in `fields`.',
  },
  KeyRestricted: {
    status: 403,
    message: 'This key is restricted, and may not do that.',
  },
  KeyMayNotChangeRows: {
    status: 403,
    message: 'This key may search, but not change rows. An admin can make one that may.',
  },
  RowsNotChangeable: { status: 409, message: 'The rows of this index cannot be changed.' },
  TooManyChanges: {
    status: 409,
    message:
      'Too many rows of this index have changed since it was built. Build it again; the build takes the changes in.',
  },
  IndexNotFound: { status: 404, message: 'This index does not exist.' },
  IndexNotReady: {
    status: 409,
    message: 'Your index is being processed. We will email you once it is ready.',
  },
  IndexBuilding: {
    status: 409,
    message: 'This index is being built already. Please wait until that build has ended.',
  },
  IndexNotBuilding: {
    status: 409,
    message: 'No build of this index is running. It may have just ended.',
  },
  ExportNotFound: {
    status: 404,
    message: 'This export does not exist, or it was deleted. Exports are kept for 7 days.',
  },
  IdempotencyKeyUsed: {
    status: 409,
    message: 'Another call was made with this Idempotency-Key. Please send a new one.',
  },
  UcidInvalid: {
    status: 400,
    message: 'This is not a publication number of a patent. Please write it like US-10123456-B2.',
  },
  PatentNotFound: { status: 404, message: 'The text of this patent is not available here.' },
  PatentsNotLoaded: {
    status: 404,
    message: 'The texts of patents have not been loaded into this installation yet.',
  },
  ReportNotFound: {
    status: 404,
    message: 'Prior art report for this patent is not available.',
  },
  MarkChanged: {
    status: 409,
    message: 'Somebody in your team has changed this meanwhile. Please look at it and try again.',
  },
  MarksFull: {
    status: 409,
    message: 'Notes and passages of this report fill 2 MB. Please shorten or remove some first.',
  },
  ReferenceExists: { status: 409, message: 'This reference is in the report already.' },
  ReferenceNotArt: {
    status: 409,
    message: 'By its dates or its family, this publication is not prior art of the patent.',
  },
  ReferenceLimitReached: {
    status: 409,
    message: 'You can add 20 references to a report. Please remove one first.',
  },
  ShareNotFound: {
    status: 404,
    message: 'There is no such link. Please check that it is complete, or ask for a new one.',
  },
  ShareExpired: {
    status: 404,
    message: 'This link has expired. Please ask who sent it for a new one.',
  },
  ShareRevoked: {
    status: 404,
    message: 'This link was taken back by the organization that shared it.',
  },
  ShareNotYours: {
    status: 403,
    message:
      'This link is for people of the organization that shared it. Please sign in with your account there.',
  },
  ShareLimitReached: {
    status: 409,
    message: 'You can share 20 links to a report at a time. Please take one back first.',
  },
  ListNotFound: { status: 404, message: 'This list does not exist, or it is not shared with you.' },
  ListLimitReached: {
    status: 409,
    message: 'Your organization has 200 lists. Please delete one first.',
  },
  ListFull: { status: 409, message: 'A list has at most 500 documents. Please begin another one.' },
  ProjectNotFound: {
    status: 404,
    message:
      'This project does not exist, or it is confidential and you are not one of its members.',
  },
  ProjectLimitReached: {
    status: 409,
    message: 'Your organization has 200 projects. Please delete one first.',
  },
  ProjectFull: {
    status: 409,
    message: 'A project holds at most 300 things. Please take one out first.',
  },
  ProjectChanged: {
    status: 409,
    message: 'Somebody has changed this project meanwhile. Please look at it and try again.',
  },
  InAnotherProject: {
    status: 409,
    message: 'This is in a project already. Please take it out there first.',
  },
  ReportConfidential: {
    status: 403,
    message:
      'What your organization adds to this report belongs to a confidential project. Please ask an admin.',
  },
  ColleaguesShutOut: {
    status: 403,
    message:
      'Colleagues who are no members of this project have worked on this. Make them members first, or ask an admin.',
  },
  SavedSearchLimitReached: {
    status: 409,
    message: 'Your organization has 1,000 saved searches. Please delete one first.',
  },
  SourceRefused: {
    status: 400,
    message:
      'Datasets are fetched from public https addresses only, without a user name, and not from private networks.',
  },
  SourceLimitReached: {
    status: 400,
    message: 'Your organization has as many sources of datasets as it may have. Please delete one.',
  },
  SourceRunning: {
    status: 409,
    message: 'This dataset is being fetched. Please wait until that has ended.',
  },
  WebhookUrlRefused: {
    status: 400,
    message:
      'Webhooks go to public https addresses only, without a user name, and not into private networks.',
  },
  WebhookLimitReached: {
    status: 409,
    message: 'Your organization has 10 webhooks. Please delete one first.',
  },
  WebhookStopped: {
    status: 409,
    message: 'This webhook is switched off. Please switch it on first.',
  },
  ListItemChanged: {
    status: 409,
    message: 'Somebody in your team has changed this meanwhile. Please look at it and try again.',
  },
  KeyLimitReached: { status: 409, message: 'Maximum 10 API keys are allowed' },
  LastKey: {
    status: 409,
    message: 'Operation not allowed, please add another key before deleting this one',
  },
  KeyNotFound: { status: 404, message: 'This API key does not exist, or it was deleted.' },
  InvalidApiKey: {
    status: 401,
    message: 'No valid API key: send a key of this index in the header x-api-key.',
  },
  TooManyAttempts: {
    status: 429,
    message: 'Too many attempts. Please wait some minutes and try again.',
  },
  RateLimited: {
    status: 429,
    message: 'Too many requests with this API key. Please wait as long as Retry-After says.',
  },
  QuotaExceeded: {
    status: 429,
    message:
      'Your organization has used up its queries of today. There are new ones after midnight UTC.',
  },
  RunActive: {
    status: 409,
    message: 'Dexi is answering already. Please wait, or stop that answer first.',
  },
  ConversationFull: {
    status: 409,
    message: 'This conversation is full. Please begin a new one.',
  },
  NothingToAnswer: { status: 409, message: 'Please ask something first.' },
  RunNotWaiting: {
    status: 409,
    message: 'Dexi does not wait for this any more: it has gone on by itself, or was stopped.',
  },
  UploadTokenInvalid: {
    status: 401,
    message:
      'This upload is not open: its presigned.json was used up, has expired, or is not valid. Please download a new one.',
  },
  UploadIncomplete: {
    status: 409,
    message: 'Parts of the file are missing or differ. Please run the upload tool again.',
  },
  LinkExpired: {
    status: 404,
    message: 'This link has expired, or is not complete. Please ask for a new one.',
  },
  Busy: { status: 503, message: 'The server is busy right now. Please try again later.' },
  Internal: { status: 500, message: 'There was a problem with the server.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalog;

/** An expected error. Use cases throw it, `lambda()` turns it into an answer, the typed client reads it. */
export class ProductError extends Error {
  readonly code: ErrorCode;
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers: Record<string, string>;
  constructor(
    code: ErrorCode,
    message: string = errorCatalog[code].message,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'ProductError';
    this.code = code;
    this.headers = headers;
  }
  get status(): number {
    return errorCatalog[this.code].status;
  }
}
