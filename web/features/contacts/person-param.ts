const pattern = /^(patient|guest)\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** `guest.<id>`, as the address names somebody; undefined for whatever else stands there. */
export function readPerson(text: string | undefined): { kind: 'patient' | 'guest'; id: string } | undefined {
  const [, kind, id] = pattern.exec(text ?? '') ?? []
  return id && (kind === 'patient' || kind === 'guest') ? { kind, id } : undefined
}
