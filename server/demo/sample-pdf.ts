/** Leaves out the characters that PDF's own encoding, which readers' built-in typefaces use, doesn't have. */
function textOf(line: string): string {
  return line.replace(/[^\x20-\x7e\xa1-\xff]/g, '').replace(/[\\()]/g, '\\$&')
}

/** A page with these lines, the first one in larger type: a valid PDF of about a kilobyte. */
export function samplePdf([title = '', ...lines]: readonly string[]): Uint8Array<ArrayBuffer> {
  const rest = lines.map((line) => `0 -32 Td (${textOf(line)}) Tj`).join('\n')
  const drawing = `BT /F 20 Tf 72 740 Td (${textOf(title)}) Tj /F 12 Tf\n${rest}\nET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  // One byte per character, so that offsets in characters are offsets in bytes.
  return new Uint8Array(Buffer.from(`${file}${table}${trailer}`, 'latin1'))
}
