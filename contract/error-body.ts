import { ORPCError } from '@orpc/contract'

/** What every refused request answers: the library's own fields, and the id under which the request stands in the log. */
export type ErrorBody = {
  defined: boolean
  code: string
  status: number
  message: string
  data?: unknown
  requestId: string
}

/**
 * Turns an answer's body back into the error that was thrown, for the client's `customErrorResponseBodyDecoder`:
 * left to itself the client takes no body with a field that it does not know.
 */
export function errorFromBody(body: unknown): ORPCError<string, unknown> | undefined {
  if (!isErrorBody(body)) return undefined
  const { code, ...rest } = body
  return new ORPCError(code, rest)
}

/** By hand: a schema would bring zod into the first load of every page. */
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
