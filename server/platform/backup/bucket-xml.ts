// The few elements of S3's answers that a backup reads. Their names never repeat within themselves, and the names of our objects
// have only letters, digits, dots and dashes.

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

/** The contents of all elements of that name. */
export function textsOf(xml: string, name: string): string[] {
  const texts: string[] = []
  for (let at = 0; ; ) {
    const start = xml.indexOf(`<${name}>`, at)
    const end = xml.indexOf(`</${name}>`, start)
    if (start === -1 || end === -1) return texts
    texts.push(xml.slice(start + name.length + 2, end))
    at = end
  }
}

/** The text of the first element of that name. */
export function textOf(xml: string, name: string): string | undefined {
  return textsOf(xml, name)[0]?.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity)
}

/** Undefined for what is no error. */
export function parseError(xml: string): { code: string; message: string } | undefined {
  const [error] = textsOf(xml, 'Error')
  return error === undefined
    ? undefined
    : { code: textOf(error, 'Code') ?? '', message: textOf(error, 'Message') ?? '' }
}
