/** «Lucía P.»: enough to sound like a person, too little to find one. */
export function signature(fullName: string): string {
  const [first, second] = fullName.trim().split(/\s+/u)
  if (!first) return 'Paciente'
  const initial = second ? [...second][0] : undefined
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}

export type Position = { createdAt: Date; id: string }

export function writeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

/** A cursor that we did not write starts from the beginning. */
export function readCursor(cursor: string | undefined): Position | undefined {
  const text = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString()
  const [, time, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  return time && id ? { createdAt: new Date(Number(time)), id } : undefined
}
