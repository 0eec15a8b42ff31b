import { failRequest } from '#contract/errors.ts'

/** Where a page of a list by time ended: the next one begins behind it. */
export type Position = { at: Date; id: string }

export function writeCursor({ at, id }: Position): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

/** @throws request.invalid for a cursor that we did not write: starting over would make its reader go round in circles. */
export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, time, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  if (time && id) return { at: new Date(Number(time)), id }
  throw failRequest('request.invalid', { fields: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] })
}
