/** Hands a file over to the browser's downloads: no address of it stands anywhere. */
export function saveFile({ content, fileName }: { content: Blob; fileName: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
