import { errorCode } from '#web/platform/error-message.ts'

type Refused = { path: string; message: string }

/** What the server said about single fields; empty when it said something else. */
export function refusedFields(error: unknown): Refused[] {
  if (errorCode(error) !== 'request.invalid' || typeof error !== 'object' || error === null) return []
  const { data } = error as { data?: { fields?: unknown } }
  return Array.isArray(data?.fields) ? (data.fields as Refused[]) : []
}
