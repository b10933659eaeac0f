import { errorCatalog } from '#shared/errors.ts';
import { csvHint } from '#shared/validation.ts';

/** What to do about a file that is refused by its name. */
export function CsvHint({ problem }: { problem: string | undefined }) {
  return problem === errorCatalog.OnlyCsv.message ? <span> {csvHint}</span> : null;
}
