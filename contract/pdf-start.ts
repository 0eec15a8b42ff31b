const startWithin = 1024
/** Begins the commands to a printer. */
const printerEscape = '\u001b'
const mark = '%PDF-'
/** Not a text, or the start of a page or a script: another file that contains a PDF. */
const otherFile = /[^\s -~]|<|^#!/

/** How many first bytes `pdfStart` reads. */
export const pdfStartBytes = startWithin + mark.length

/**
 * Where a PDF begins, or undefined if the file is none. Readers accept a byte-order mark, line breaks or a header of a printer or
 * a mail program before it. A program, an archive or a page that contains a PDF does not count. */
export function pdfStart(bytes: Uint8Array): number | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, pdfStartBytes))
  const start = head.indexOf(mark)
  if (start === -1) return undefined
  return otherFile.test(head.slice(0, start).replace(/^ï»¿/, '').replaceAll(printerEscape, '')) ? undefined : start
}
