import { Hono } from 'hono'
import { failRequest } from '#contract/errors.ts'
import type { HttpEnv } from '#server/api/context.ts'
import type { Platform } from '#server/platform/platform.ts'
import { limitReading, originOf } from './request-limits.ts'

const perMinute = 300

/**
 * At /connected-accounts: where the gateway sends the browser of an owner who consented. The address is registered at the gateway, so it
 * has no parameters of Senda's; the dashboard completes the connection with the owner's session.
 */
export function createConnectedAccounts({ platform }: { platform: Platform }): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/:gateway', async (c) => {
    await limitReading({ platform, name: 'http.connected_accounts', origin: originOf(c, platform), perMinute })
    const { gateway } = platform
    if (!gateway?.accounts || c.req.param('gateway') !== gateway.name) throw failRequest('request.not_found')
    const { code, state } = c.req.query()
    const isConsent = code !== undefined && state !== undefined
    const target = new URLSearchParams({ seccion: 'dinero', codigo: isConsent ? code : 'no' })
    if (isConsent) target.set('estado', state)
    // The code opens the account only together with a secret of this server.
    c.header('referrer-policy', 'no-referrer')
    c.header('cache-control', 'no-store')
    return c.redirect(`/center/dashboard?${target}`, 303)
  })
}
