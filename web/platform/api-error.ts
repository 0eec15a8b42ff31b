import { type ErrorBody, isErrorBody } from '#contract/error-body.ts'

/** An error response of the server: `code` is the contract's, `message` the sentence that users read. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly defined: boolean
  readonly data: unknown

  constructor({ code, status, message, defined, data }: Omit<ErrorBody, 'requestId'>) {
    super(message)
    this.code = code
    this.status = status
    this.defined = defined
    this.data = data
  }
}

/** Undefined when the body is not an error of Senda's API, for example one of a proxy. */
export function errorFromBody(body: unknown): ApiError | undefined {
  return isErrorBody(body) ? new ApiError(body) : undefined
}
