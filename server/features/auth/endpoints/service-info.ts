import { brand } from '#contract/brand.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { publicKeys } from '../sessions/signing-keys.ts'

/** GET /settings: the enabled sign-in methods. */
export function settings({ platform, c }: AuthRequest): Response {
  const { social, requireEmailConfirmation } = platform.settings
  return c.json({
    external: {
      anonymous_users: false,
      apple: social.apple !== undefined,
      email: true,
      facebook: social.facebook !== undefined,
      google: social.google !== undefined,
      phone: false,
    },
    disable_signup: false,
    mailer_autoconfirm: !requireEmailConfirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}

/** GET /health */
export function health({ c }: AuthRequest): Response {
  return c.json({ name: `${brand.name} Auth`, version: 'v1', description: 'Accounts and sessions' })
}

/** GET /.well-known/jwks.json */
export async function jwks({ platform, c }: AuthRequest): Promise<Response> {
  c.header('Cache-Control', 'public, max-age=600')
  return c.json({ keys: await publicKeys(platform) })
}
