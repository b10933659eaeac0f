import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReportFile } from '#shared/contract/report-files.ts';
import type { SharedVersion } from '#shared/report/share.ts';
import { exportSharedReport } from '#web/api/report-lists.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/passing-message.tsx';
import { fileNames } from './export-menu.tsx';

interface SharedDownloadsProps {
  token: string;
  version: SharedVersion;
}

/** Downloads the report of a link, as the page shows it. */
export function SharedDownloads({ token, version }: SharedDownloadsProps) {
  const save = useMutation({
    ...exportSharedReport(token, version),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          loading={save.isPending}
          rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(fileNames).map(([format, name]) => (
          <Menu.Item key={format} onClick={() => save.mutate(format as ReportFile)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
