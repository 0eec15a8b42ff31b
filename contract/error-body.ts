/** The body of every error response: oRPC's fields, and the id of the request in the log. */
export type ErrorBody = {
  defined: boolean
  code: string
  status: number
  message: string
  data?: unknown
  requestId: string
}

/** Written by hand: a schema would add zod to the first load of every page. */
export function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'defined' in body &&
    typeof body.defined === 'boolean' &&
    'code' in body &&
    typeof body.code === 'string' &&
    'status' in body &&
    typeof body.status === 'number' &&
    'message' in body &&
    typeof body.message === 'string'
  )
}
