import type { Context } from 'hono'
import { failRequest } from '#contract/errors.ts'
import type { HttpEnv } from '#server/api/context.ts'

/** The fields that a browser's form sent. @throws request.malformed for a body that isn't the form that its header announces */
export async function readForm(c: Context<HttpEnv>): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody()
  } catch (error) {
    if (error instanceof TypeError) throw failRequest('request.malformed')
    throw error
  }
}
