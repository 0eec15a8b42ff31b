import { ORPCError } from '@orpc/client'
import { isErrorBody } from '#contract/error-body.ts'

/** For `customErrorResponseBodyDecoder` of oRPC's client in tests: its default decoder rejects a body with an unknown field. */
export function orpcErrorFromBody(body: unknown): ORPCError<string, unknown> | undefined {
  if (!isErrorBody(body)) return undefined
  const { code, ...rest } = body
  return new ORPCError(code, rest)
}
