import type { ReportKind } from '#shared/report/report.ts';

/** Names a report among the entries of projects. */
export const reportRef = ({ kind, ucid }: { kind: ReportKind; ucid: string }) => `${kind}:${ucid}`;
