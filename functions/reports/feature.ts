import type { Feature } from '#core/feature.ts';

export const reports = {
  stack: 'Reports',
  endpoints: {
    // It compares a reference with the claims.
    'add-report-reference': { memoryMb: 1769, timeoutSeconds: 29 },
    'check-invalidation-report': {},
    'check-prior-art': {},
    'check-report-data': {},
    'confirm-report-address': {},
    // A PDF of a long chart or list takes seconds.
    'export-list': { memoryMb: 1769, timeoutSeconds: 29 },
    'export-report': { memoryMb: 1769, timeoutSeconds: 29 },
    'export-shared-report': { memoryMb: 1769, timeoutSeconds: 29 },
    'get-invalidation-report': {},
    'get-prior-art': {},
    // It compares added references with the claims.
    'get-report-marks': { memoryMb: 1769, timeoutSeconds: 29 },
    'list-report-shares': {},
    'list-reports': {},
    'open-report-link': {},
    // It compares added references with the claims.
    'open-shared-report': { memoryMb: 1769, timeoutSeconds: 29 },
    'prepare-report': {},
    'remove-listed-report': {},
    'remove-report-reference': {},
    'request-invalidation-report': {},
    'request-prior-art': {},
    'revoke-report-share': {},
    'save-report-mark': {},
    // It searches, and reads a hundred documents.
    'search-report-again': { memoryMb: 1769, timeoutSeconds: 29, opensIndexes: true },
    'share-report': {},
  },
  jobs: {
    // It runs dozens of searches. One worker at a time makes a report: see `reportSettings`.
    'make-report': {
      trigger: {
        queue: 'Reports',
        batchSize: 1,
        maxConcurrency: 2,
        visitorQueue: 'VisitorReports',
      },
      memoryMb: 3008,
      timeoutSeconds: 120,
      opensIndexes: true,
      alarms: [
        {
          name: 'reports-refused',
          impact:
            'A report has a quote that is not in the patent, so it was not sent. A mail told that to the person who requested it. The log of make-report lists the findings. This is a defect of the software.',
          above: 0,
          of: { metric: 'refusedReports' },
        },
        {
          name: 'reports-late',
          impact: 'Reports are made more than 15 minutes late. The pages promise 10 to 15 minutes.',
          aboveMinutes: 15,
        },
      ],
    },
    // As much memory as the job that makes reports for people.
    'remake-report': {
      stack: 'Admin',
      trigger: 'operator',
      memoryMb: 3008,
      timeoutSeconds: 120,
      opensIndexes: true,
    },
  },
} as const satisfies Feature;
