/** Hands content to the browser as a file to save. */
export function saveFile(fileName: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Later, because some browsers start reading only after this task.
  setTimeout(() => URL.revokeObjectURL(url));
}
