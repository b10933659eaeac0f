import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from './report-form.module.css';

/** Opens the partner's site, which makes the report, with the patent in the address. */
export function ReportForm({ partnerSiteUrl }: { partnerSiteUrl: string }) {
  const [ucid, setUcid] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(ucid.trim() === '');
    if (ucid.trim() === '') return;
    const report = new URL(partnerSiteUrl);
    report.searchParams.set('ucid', ucid.trim());
    window.location.assign(report);
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="UCID of the patent"
        placeholder="US-12345678-B1"
        size="md"
        maxLength={100}
        required
        error={missing && 'Please enter the UCID of a patent.'}
        value={ucid}
        onChange={(event) => setUcid(event.currentTarget.value)}
        inputContainer={(input) => (
          <div className={classes.row}>
            <div className={classes.input}>{input}</div>
            <Button type="submit" size="md">
              Get free report
            </Button>
          </div>
        )}
      />
      <p className={classes.notice}>
        Clicking “Get free report” takes you to our partner’s site, which makes the report.
      </p>
    </form>
  );
}
