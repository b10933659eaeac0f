import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ReportFile } from '#shared/contract/report-files.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';

const fileNames: Record<ReportFile, string> = {
  pdf: 'Report as PDF',
  docx: 'Chart for Word (DOCX)',
  xlsx: 'Chart for Excel (XLSX)',
  csv: 'Chart as CSV',
  citations: 'Citation list (ST.14)',
};

/** What follows when a file of a report was made: it is downloaded, or the person is told. */
export const thenDownload = {
  onSuccess: ({ url }: { url: string }) => window.location.assign(url),
  onError: (error: Error) => showMessage(`Error: ${messageOf(error)}`),
};

interface FileMenuProps {
  /** Of the button. */
  label: string;
  isMaking: boolean;
  children: ReactNode;
}

/** A button that opens a menu of files. */
export const FileMenu = ({ label, isMaking, children }: FileMenuProps) => (
  <Menu
    position="bottom-end"
    button={
      <Button
        loading={isMaking}
        rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
      >
        {label}
      </Button>
    }
  >
    {children}
  </Menu>
);

/** The formats of a report, each in a line of such a menu. */
export const FileItems = ({ onChoose }: { onChoose: (format: ReportFile) => void }) =>
  Object.entries(fileNames).map(([format, name]) => (
    <MenuItem key={format} onClick={() => onChoose(format as ReportFile)}>
      {name}
    </MenuItem>
  ));
