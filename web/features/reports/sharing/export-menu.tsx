import { useMutation } from '@tanstack/react-query';
import { exportReport } from '#web/api/report-marks.ts';
import { MenuDivider, MenuLabel } from '#web/ui/menu/menu.tsx';
import { FileItems, FileMenu, thenDownload } from './file-menu.tsx';

interface ExportMenuProps {
  ucid: string;
  /** Whether people have added something to the report. */
  hasMarks: boolean;
  hasUnsaved: boolean;
}

/** Downloads the report in one of its formats, with or without what people added. */
export function ExportMenu({ ucid, hasMarks, hasUnsaved }: ExportMenuProps) {
  const save = useMutation({ ...exportReport(ucid), ...thenDownload });
  return (
    <FileMenu label="Export" isMaking={save.isPending}>
      {hasUnsaved && <MenuLabel>Unsaved changes will not be in the file</MenuLabel>}
      {hasMarks && <MenuLabel>With your team’s changes</MenuLabel>}
      <FileItems onChoose={(format) => save.mutate({ format, marks: true })} />
      {hasMarks && (
        <>
          <MenuDivider />
          <MenuLabel>Without changes</MenuLabel>
          <FileItems onChoose={(format) => save.mutate({ format, marks: false })} />
        </>
      )}
    </FileMenu>
  );
}
