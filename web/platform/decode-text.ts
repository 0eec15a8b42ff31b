const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

/** The text of a file that a spreadsheet saved: in UTF-8, in UTF-16, or in the encoding of an older Windows. null: it is no text. */
export function decodeText(content: Uint8Array): string | null {
  const marked = marks.find(({ bytes }) => bytes.every((byte, index) => content[index] === byte))
  const text = new TextDecoder(marked?.encoding ?? (isUtf8(content) ? 'utf-8' : 'windows-1252')).decode(content)
  // A workbook or a picture has bytes that no text has.
  return text.includes('\0') ? null : text
}

function isUtf8(content: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch {
    return false
  }
}
