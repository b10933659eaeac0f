import { useMutation } from '@tanstack/react-query';
import type { SharedVersion } from '#shared/report/share.ts';
import { exportSharedReport } from '#web/api/report-lists.ts';
import { FileItems, FileMenu, thenDownload } from './file-menu.tsx';

interface SharedDownloadsProps {
  token: string;
  version: SharedVersion;
}

/** Downloads the report of a link, as the page shows it. */
export function SharedDownloads({ token, version }: SharedDownloadsProps) {
  const save = useMutation({ ...exportSharedReport(token, version), ...thenDownload });
  return (
    <FileMenu label="Download" isMaking={save.isPending}>
      <FileItems onChoose={(format) => save.mutate(format)} />
    </FileMenu>
  );
}
