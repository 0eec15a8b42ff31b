/** Where a page of a list by time ended: the next one begins behind it. */
export type Position = { at: Date; id: string }

export function writeCursor({ at, id }: Position): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

/** A cursor that we did not write starts from the beginning. */
export function readCursor(cursor: string | undefined): Position | undefined {
  const text = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString()
  const [, time, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  return time && id ? { at: new Date(Number(time)), id } : undefined
}
