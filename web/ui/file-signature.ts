/** A file's kind by its first bytes, independent of its name and declared type. */
export type FileKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'avif' | 'heic'

const signatureBytes = 16

const signatures: readonly [FileKind, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['bmp', /^BM.{4}\0{4}/s],
  ['avif', /^.{4}ftypavi[fs]/s],
  ['heic', /^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s],
]

export function kindOfBytes(bytes: Uint8Array): FileKind | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, signatureBytes))
  return signatures.find(([, signature]) => signature.test(head))?.[0]
}

/** @throws when the file can no longer be read, because it was moved or its disk was removed. */
export async function kindOfFile(file: Blob): Promise<FileKind | undefined> {
  return kindOfBytes(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer()))
}
