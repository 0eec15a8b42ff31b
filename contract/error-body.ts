import { ORPCError } from '@orpc/contract'

/** The body of every error response: oRPC's fields, and the id of the request in the log. */
export type ErrorBody = {
  defined: boolean
  code: string
  status: number
  message: string
  data?: unknown
  requestId: string
}

/**
 * Converts the body of a response back into the error that was thrown, for the client's `customErrorResponseBodyDecoder`:
 * the default decoder rejects a body with an unknown field. */
export function errorFromBody(body: unknown): ORPCError<string, unknown> | undefined {
  if (!isErrorBody(body)) return undefined
  const { code, ...rest } = body
  return new ORPCError(code, rest)
}

/** Written by hand: a schema would add zod to the first load of every page. */
function isErrorBody(body: unknown): body is ErrorBody {
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
