import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReportFile } from '#shared/contract/report-files.ts';
import { exportReport } from '#web/api/report-marks.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/passing-message.tsx';

export const fileNames: Record<ReportFile, string> = {
  pdf: 'Report as PDF',
  docx: 'Chart for Word (DOCX)',
  xlsx: 'Chart for Excel (XLSX)',
  csv: 'Chart as CSV',
  citations: 'Citation list (ST.14)',
};

interface ExportMenuProps {
  ucid: string;
  /** Whether people have added something to the report. */
  hasMarks: boolean;
  hasUnsaved: boolean;
}

/** Downloads the report in one of its formats, with or without what people added. */
export function ExportMenu({ ucid, hasMarks, hasUnsaved }: ExportMenuProps) {
  const save = useMutation({
    ...exportReport(ucid),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  const items = (marks: boolean) =>
    Object.entries(fileNames).map(([format, name]) => (
      <Menu.Item key={format} onClick={() => save.mutate({ format: format as ReportFile, marks })}>
        {name}
      </Menu.Item>
    ));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          loading={save.isPending}
          rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {hasUnsaved && <Menu.Label>Unsaved changes will not be in the file</Menu.Label>}
        {hasMarks && <Menu.Label>With your team’s changes</Menu.Label>}
        {items(true)}
        {hasMarks && (
          <>
            <Menu.Divider />
            <Menu.Label>Without changes</Menu.Label>
            {items(false)}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
