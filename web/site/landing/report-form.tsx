import { type FormEvent, useState } from 'react';
import { toUcid } from '#shared/ucid.ts';
import { loadConfig } from '#web/lib/config.ts';
import button from '#web/site/button.module.css';
import field from '#web/site/field.module.css';

const missing = 'Please enter the UCID of a patent.';
const malformed =
  'This is not a UCID. It has a country, a number and a kind code, as in US-12345678-B1.';

/** Opens the site of the partner that makes the report, with the patent in the address. */
export function ReportForm() {
  const [ucid, setUcid] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const asked = ucid.trim();
    if (asked === '') return setProblem(missing);
    const read = toUcid(asked);
    if (!read) return setProblem(malformed);
    setProblem(undefined);
    try {
      const report = new URL((await loadConfig()).partnerSiteUrl);
      report.searchParams.set('ucid', read);
      window.location.assign(report);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor="report-ucid" className={field.label}>
        UCID of the patent
      </label>
      <div className={field.row}>
        <input
          id="report-ucid"
          className={field.input}
          placeholder="US-12345678-B1"
          maxLength={100}
          required
          aria-invalid={problem !== undefined}
          aria-describedby="report-problem"
          value={ucid}
          onChange={(event) => setUcid(event.currentTarget.value)}
        />
        <button type="submit" className={`${button.button} ${button.filled} ${button.large}`}>
          Get free report
        </button>
      </div>
      <p id="report-problem" className={field.error} role="alert" hidden={!problem}>
        {problem}
      </p>
      <p className={field.notice}>
        Clicking “Get free report” takes you to our partner’s site, which makes the report.
      </p>
    </form>
  );
}
