import * as z from 'zod';
import { timestamp } from './fields.ts';

/** Formats in which reports are downloaded. */
export const reportFiles = z.enum(['pdf', 'docx', 'xlsx', 'csv', 'citations']);
export type ReportFile = z.output<typeof reportFiles>;

export const exportedFileSchema = z.object({
  url: z.url().meta({ description: 'Where the file can be downloaded for some minutes' }),
  expires_at: timestamp,
});
