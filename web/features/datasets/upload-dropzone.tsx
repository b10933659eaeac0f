import '@mantine/dropzone/styles.layer.css';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import classes from './upload-dropzone.module.css';

/** Takes files that are dropped anywhere on the page. Names and sizes are checked by the upload, with its texts. */
export function UploadDropzone({ onDrop }: { onDrop: (files: File[]) => void }) {
  return (
    <Dropzone.FullScreen
      withinPortal={false}
      onDrop={onDrop}
      onReject={(refused: FileRejection[]) => onDrop(refused.map(({ file }) => file))}
    >
      <p className={classes.text}>Drop files to upload them</p>
    </Dropzone.FullScreen>
  );
}
