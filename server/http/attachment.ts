/** The content-disposition of a file that the browser saves: its name in ASCII for old programs, and as it is (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, percentEncoded)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
