import type { SocialProvider } from '#contract/accounts.ts'
import { UserFacingError } from '#web/platform/error-message.ts'
import type { SocialOutcome } from '#web/platform/social-flow.ts'

import { flowLost } from '../auth-messages.ts'
import { blockedSentence } from '../blocked-message.ts'

export const providerNames: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook', apple: 'Apple' }

export const tryAgain = 'Inténtalo de nuevo.'

/** The specification's sentence for a failed attempt. */
export function connectionFailed({
  provider,
  retryText,
}: {
  provider: SocialProvider | undefined
  retryText: string
}): string {
  const name = provider ? providerNames[provider] : 'la otra cuenta'
  // Both sentences are written out in full, as in the specification.
  return retryText === tryAgain
    ? `Error al conectar con ${name}. Inténtalo de nuevo.`
    : `Error al conectar con ${name}. Intenta de nuevo.`
}

/** Why the browser could not leave for the provider. Without storage, trying again is useless. */
export function startFailed(error: unknown, attempt: Parameters<typeof connectionFailed>[0]): string {
  return error instanceof UserFacingError ? error.message : connectionFailed(attempt)
}

type Failure = { reason: string; toast: string }

/** The sentence above the login form, and the toast. The toast is the specification's, unless trying again is useless. */
export function socialFailure(outcome: Extract<SocialOutcome, { kind: 'failed' }>): Failure {
  const { attempt, errorCode, message } = outcome
  const name = attempt ? providerNames[attempt.provider] : 'la otra cuenta'
  const failed = connectionFailed({ provider: attempt?.provider, retryText: attempt?.retryText ?? tryAgain })
  if (errorCode === 'user_banned') {
    const reason = blockedSentence(message ?? '')
    return { reason, toast: reason }
  }
  const finalReason = finalReasons[errorCode]?.(name)
  if (finalReason) return { reason: finalReason, toast: finalReason }
  return { reason: reasons[errorCode]?.(name) ?? failed, toast: failed }
}

/** Failures for which trying again the same way cannot help. */
const finalReasons: Record<string, (name: string) => string> = {
  email_exists: (name) =>
    `Ya hay una cuenta con el correo que nos dio ${name}, y ${name} no nos asegura que hoy sea tuyo. Entra con tu contraseña, o pide otra, y conecta ${name} en Mi Cuenta.`,
  identity_already_exists: (name) => `Esa cuenta de ${name} ya está conectada a otra cuenta.`,
  provider_email_needs_verification: (name) =>
    `${name} no nos asegura que el correo sea tuyo. Te enviamos un enlace para confirmarlo: ábrelo y vuelve a entrar.`,
}

const lostFlow = () => flowLost

const reasons: Record<string, (name: string) => string> = {
  access_denied: (name) => `No nos diste permiso en ${name}. Puedes intentarlo de nuevo o entrar con tu correo.`,
  bad_oauth_state: lostFlow,
  flow_state_expired: lostFlow,
  flow_state_not_found: lostFlow,
  bad_code_verifier: lostFlow,
  email_not_provided: (name) =>
    `${name} no nos dio tu correo, y sin él no podemos abrir tu cuenta. Inténtalo de nuevo y permite compartirlo, o usa tu correo aquí.`,
}
