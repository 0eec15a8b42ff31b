import type { SignUpWithPasswordCredentials } from '@supabase/auth-js'

import type { SocialProvider } from '#contract/accounts.ts'

import { client, storageKey } from './session.ts'
import type { SocialAttempt } from './social-flow.ts'

// Apart from session.ts, which every page loads: only pages with such a form need these.

export async function signInWithPassword(input: { email: string; password: string; captchaToken: string | undefined }) {
  const { captchaToken, ...credentials } = input
  const { data, error } = await (await client()).signInWithPassword({
    ...credentials,
    options: { ...(captchaToken && { captchaToken }) },
  })
  // The library counts a response without a session as a failure of the service.
  return { data, error: error?.name === 'AuthInvalidTokenResponseError' ? null : error }
}

/** Goes to the provider's page, which returns to `landing`, a path of this site. @throws when it cannot start */
export async function signInWithProvider(input: SocialAttempt & { landing: string }): Promise<void> {
  await (await import('./social-flow.ts')).startSocialFlow({ ...input, storageKey, purpose: 'signIn' })
}

/**
 * Goes to the provider's page to connect an identity to the signed-in account; returns like signInWithProvider. @throws the
 * service's error
 */
export async function linkSocial(input: { provider: SocialProvider; landing: string }): Promise<void> {
  const { data, error } = await (await client()).getSession()
  if (error) throw error
  await (await import('./social-flow.ts')).startSocialFlow({
    ...input,
    storageKey,
    session: data.session,
    purpose: 'link',
    retryText: 'Inténtalo de nuevo.',
  })
}

export async function signUp(input: SignUpWithPasswordCredentials) {
  return await (await client()).signUp(input)
}

/** Requests the recovery mail, whose link opens /reset-password. */
export async function recover({ email, captchaToken }: { email: string; captchaToken: string | undefined }) {
  return await (await client()).resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/reset-password`,
    ...(captchaToken && { captchaToken }),
  })
}

export async function setSession(input: { access_token: string; refresh_token: string }) {
  return await (await client()).setSession(input)
}
