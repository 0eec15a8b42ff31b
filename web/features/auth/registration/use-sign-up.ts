import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { brand } from '#contract/brand.ts'
import { cleanEmail } from '#contract/pasted-email.ts'
import { signUp } from '#web/platform/sign-in.ts'
import { useFormToast } from '#web/ui/use-form-toast.ts'
import { authMessage } from '../auth-messages.ts'
import { useCurrentHoldHref } from '../current-hold.ts'
import { accountKindOf, requestedPath } from '../landing-pages.ts'

const toastMs = 3000
const readingMs = 1500

export type SignUpPhase = 'idle' | 'busy' | 'done'

/** The input of a sign-up; `data` has the names of the authentication service's metadata. */
export type NewAccount = {
  email: string
  password: string
  data: Record<string, string>
  captchaToken?: string
}

/**
 * Creates the account and redirects to `leadsTo` after a moment to read, or to /thank-you where the address has to be
 * confirmed first. A new patient's held time takes precedence over the welcome page, also in the confirmation mail's link.
 * `failureText` is shown when the service gives no reason.
 */
export function useSignUp({ leadsTo, failureText }: { leadsTo: string; failureText: string }) {
  const router = useRouter()
  const currentHoldHref = useCurrentHoldHref()
  const toasts = useFormToast()
  const [phase, setPhase] = useState<SignUpPhase>('idle')
  const [failure, setFailure] = useState<{ message: string; taken: boolean }>()

  /** @returns whether the account was created. */
  async function create({ email: typed, password, data: metadata, captchaToken }: NewAccount): Promise<boolean> {
    const email = cleanEmail(typed)
    setPhase('busy')
    setFailure(undefined)
    const isWelcome = requestedPath(leadsTo) === undefined && accountKindOf(leadsTo) === 'patient'
    const holdPath = isWelcome ? await currentHoldHref() : undefined
    const isBooking = leadsTo.startsWith('/book/')
    const { data, error } = await signUp({
      email,
      password,
      options: {
        emailRedirectTo: `${location.origin}${holdPath ?? (isBooking ? leadsTo : '/')}`,
        data: metadata,
        ...(captchaToken && { captchaToken }),
      },
    })
    if (error) {
      const message = authMessage(error) ?? failureText
      setFailure({ message, taken: error.code === 'user_already_exists' })
      setPhase('idle')
      toasts.show({ kind: 'destructive', title: 'Error al registrarse', description: message })
      return false
    }
    toasts.show({
      kind: 'success',
      title: `Te damos la bienvenida a ${brand.name}`,
      description: 'Cuenta creada. Revisa tu correo para verificar tu email.',
      durationMs: toastMs,
    })
    setPhase('done')
    setTimeout(() => {
      if (data.session) router.history.push(holdPath ?? leadsTo)
      else void router.navigate({ to: '/thank-you', state: { signedUpAs: email } })
    }, readingMs)
    return true
  }

  return { create, phase, failure, toasts }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address to which /thank-you can resend the confirmation. */
    signedUpAs?: string
  }
}
