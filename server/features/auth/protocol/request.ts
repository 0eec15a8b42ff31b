import type { Context } from 'hono'

import type { HttpEnv } from '#server/api/context.ts'
import type { Platform } from '#server/platform/platform.ts'

/** What every endpoint of the service gets. One endpoint, one file. */
export type AuthRequest = {
  platform: Platform
  c: Context<HttpEnv>
  /** Only in tests: who judges captchas, in place of the provider's own address. */
  captchaUrl?: string | undefined
}

export type Endpoint = (request: AuthRequest) => Promise<Response> | Response
