/** Saves a file through the browser's downloads, without an address in the history. */
export function saveFile({ content, fileName }: { content: Blob; fileName: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
