import type { Context } from 'hono'

import type { HttpEnv } from '#server/api/context.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AccountResets } from '../links/account-resets.ts'

/** The input of every endpoint of the service. Each endpoint has its own file. */
export type AuthRequest = {
  platform: Platform
  resets: AccountResets
  c: Context<HttpEnv>
  /** Only in tests: the endpoint that checks captchas, instead of the provider's. */
  captchaUrl?: string
}

export type Endpoint = (request: AuthRequest) => Promise<Response> | Response
