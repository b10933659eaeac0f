import { type FormEvent, useState } from 'react';
import { toUcid } from '#shared/ucid.ts';
import button from '#web/site/button.module.css';
import field from '#web/site/field.module.css';

const texts = {
  missing: 'Please enter the UCID of a patent.',
  malformed: 'This is no UCID. It has a country, a number and a kind code, as in US-12345678-B1.',
};

/** Opens the partner's site, which makes the report, with the patent in the address. */
export function ReportForm({ partnerSiteUrl }: { partnerSiteUrl: string | undefined }) {
  const [ucid, setUcid] = useState('');
  const [problem, setProblem] = useState<keyof typeof texts>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = ucid.trim();
    if (asked === '') return setProblem('missing');
    const read = toUcid(asked);
    if (!read) return setProblem('malformed');
    setProblem(undefined);
    if (!partnerSiteUrl) return;
    const report = new URL(partnerSiteUrl);
    report.searchParams.set('ucid', read);
    window.location.assign(report);
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
        {problem && texts[problem]}
      </p>
      <p className={field.notice}>
        Clicking “Get free report” takes you to our partner’s site, which makes the report.
      </p>
    </form>
  );
}
