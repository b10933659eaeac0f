import { Checkbox, NativeSelect } from '@mantine/core';
import type { FilePreview } from '#shared/contract/datasets.ts';
import type { Delimiter, Encoding, Reading } from '#shared/reading.ts';
import { delimiterNames, encodingNames, formatNames, packingNames } from '#shared/reading-names.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './file-reading.module.css';

/** Above this share, rows that cannot be read are warned of. */
const worrying = 0.05;

/** The usual delimiters, and one that a line `sep=` names. */
function delimiterChoices(found: string) {
  const usual = Object.entries(delimiterNames).map(([value, label]) => ({ value, label }));
  return found in delimiterNames ? usual : [{ value: found, label: found }, ...usual];
}

const usualSkips = 10;

/** Numbers of lines to leave out. */
const skipChoices = (found: number) =>
  Array.from({ length: Math.max(usualSkips, found) + 1 }, (_, lines) => ({
    value: `${lines}`,
    label: formatNumber(lines),
  }));

interface FileReadingProps {
  file: FilePreview;
  onChange: (reading: Reading) => void;
}

/** How a file was read, with the settings that can be changed, and the problems of its rows. */
export function FileReading({ file, onChange }: FileReadingProps) {
  return (
    <div className={classes.reading}>
      <FormatNotice file={file} />
      {(file.format === 'csv' || file.format === 'excel') && (
        <Controls file={file} onChange={onChange} />
      )}
      {!file.has_header && (
        <Notice>
          The first row looks like data, so the columns are numbered. Tick the box if that row names
          them.
        </Notice>
      )}
      {file.skipped_lines > 0 && (
        <Notice>
          {formatCount(file.skipped_lines, 'line')} above the table will be left out. To keep{' '}
          {file.skipped_lines === 1 ? 'it' : 'them'}, choose 0 lines above the table.
        </Notice>
      )}
      {file.repaired > 0 && (
        <Notice>
          {formatNumber(file.repaired)} of the first {formatCount(file.rows_read, 'row')} have a
          delimiter in their text, without quotes around it. That text was joined again.
        </Notice>
      )}
      {file.damaged && (
        <Notice kind="danger">
          {formatNumber(file.damaged.count)} of the first {formatCount(file.rows_read, 'row')} have
          damaged characters, which become �: line {file.damaged.lines.map(formatNumber).join(', ')}
          {file.damaged.count > file.damaged.lines.length && ' and others'}. If there are many,
          choose another encoding.
        </Notice>
      )}
      <Differences files={file.differences} />
      <Rejected file={file} />
    </div>
  );
}

/** What a file is, if it is no plain CSV file. */
function FormatNotice({ file: { format, packing } }: { file: FilePreview }) {
  if (format === 'csv' && !packing) return null;
  const packed = packing ? `, packed by ${packingNames[packing]}` : '';
  if (format === 'csv' || format === 'excel') {
    const sheet = format === 'excel' ? ' The first sheet is read.' : '';
    return <Notice>{`${formatNames[format]}${packed}.${sheet}`}</Notice>;
  }
  return (
    <Notice>
      {`${formatNames[format]}${packed}. Names and types of columns are kept. Members of objects are columns of their own, and lists are joined.`}
    </Notice>
  );
}

/** The settings that can be changed. */
function Controls({ file, onChange }: FileReadingProps) {
  return (
    <div className={classes.controls}>
      {file.format === 'csv' && (
        <>
          <NativeSelect
            size="xs"
            label="Encoding"
            data={Object.entries(encodingNames).map(([value, label]) => ({ value, label }))}
            value={file.encoding}
            onChange={(event) => onChange({ encoding: event.currentTarget.value as Encoding })}
          />
          <NativeSelect
            size="xs"
            label="Delimiter"
            data={delimiterChoices(file.delimiter)}
            value={file.delimiter}
            onChange={(event) => onChange({ delimiter: event.currentTarget.value as Delimiter })}
          />
        </>
      )}
      <NativeSelect
        size="xs"
        label="Lines above the table"
        data={skipChoices(file.skipped_lines)}
        value={file.skipped_lines}
        onChange={(event) => onChange({ skip: Number(event.currentTarget.value) })}
      />
      <Checkbox
        size="xs"
        label="The first row names the columns"
        checked={file.has_header}
        onChange={(event) => onChange({ header: event.currentTarget.checked })}
      />
    </div>
  );
}

/** Files of an archive that are named. */
const filesNamed = 5;

/** Which files of an archive have other columns than the first. */
function Differences({ files = [] }: { files: FilePreview['differences'] }) {
  if (files.length === 0) return null;
  const others = files.length - filesNamed;
  return (
    <Notice>
      Not all files have the same columns. All rows are read.
      <ul className={classes.examples}>
        {files.slice(0, filesNamed).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {others > 0 && <li>and {formatCount(others, 'other file')}</li>}
      </ul>
    </Notice>
  );
}

function Rejected({ file: { format, rejected, rows_read } }: { file: FilePreview }) {
  if (!rejected || rejected.count <= worrying * rows_read) return null;
  return (
    <Notice kind="danger">
      {formatNumber(rejected.count)} of the first {formatCount(rows_read, 'row')} cannot be read and
      will be left out. If you need them,{' '}
      {format === 'csv' && 'choose another delimiter or encoding, or '}
      correct the file and upload it again. The commonest reason: {rejected.reason}
      <ul className={classes.examples}>
        {rejected.examples.map(({ line, text }) => (
          <li key={line}>
            Line {formatNumber(line)}: {text}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
