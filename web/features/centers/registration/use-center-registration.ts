import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { cleanEmail } from '#contract/pasted-email.ts'
import { authMessage } from '#web/features/auth/auth-messages.ts'
import type { Captcha } from '#web/features/auth/captcha/use-captcha.tsx'
import { errorCode, isConnectionLoss } from '#web/platform/error-message.ts'
import { signInWithPassword } from '#web/platform/sign-in.ts'
import { toast } from '#web/ui/toast.ts'
import { useFormToast } from '#web/ui/use-form-toast.ts'

import { centerDraft } from './center-draft.ts'
import { MissingCredentials, type RegistrationError, registrationError } from './registration-error.ts'
import type { RegistrationFiles, RegistrationValues } from './registration-values.ts'

export const loadSending = () => import('./send-registration.ts')

/** `created`: the account exists, and its owner is about to be signed in. */
type Progress = { phase: 'idle' | 'created' | 'done' } | { phase: 'sending'; percent: number }

type CenterRegistrationOptions = { captcha: Captcha; onFailed: (refusal: RegistrationError) => void }

/** One request creates the account, the centre and everything that belongs to it; then the owner is signed in and redirected to the dashboard. */
export function useCenterRegistration({ onFailed, captcha }: CenterRegistrationOptions) {
  const { openDashboard, goToConfirmation } = useRegistrationExit()
  const toasts = useFormToast()
  const [progress, setProgress] = useState<Progress>({ phase: 'idle' })
  const [failure, setFailure] = useState<string>()
  const runOnce = useOneRequest(captcha)
  const newSignal = useAbortOnLeave()
  const account = useRef({ email: '', password: '' })
  /** Whether a response was lost: from then on, a taken address may belong to this same registration. */
  const responseLost = useRef(false)
  const takenError = useRef<unknown>(undefined)

  useWarnBeforeUnload(progress.phase === 'sending')

  function showError(error: unknown) {
    const refusal = registrationError(error)
    setProgress({ phase: 'idle' })
    // An error with a step is shown there.
    setFailure(refusal.step === undefined ? refusal.message : undefined)
    toasts.show({ kind: 'destructive', title: 'Error en el registro', description: refusal.message })
    onFailed(refusal)
  }

  function finish(leave: (email: string) => void) {
    setProgress({ phase: 'done' })
    leave(account.current.email)
  }

  async function submit(values: RegistrationValues, files: RegistrationFiles): Promise<void> {
    setFailure(undefined)
    toasts.clear()
    const signal = newSignal()
    try {
      account.current = credentialsOf(values)
      takenError.current = undefined
      setProgress({ phase: 'sending', percent: 0 })
      const onProgress = (percent: number) => setProgress({ phase: 'sending', percent })
      const captchaToken = captcha.token()
      const { sendRegistration } = await loadSending()
      const registered = await sendRegistration({ values, files, captchaToken, onProgress, signal })
      if (registered.needsConfirmation) finish(goToConfirmation)
      else setProgress({ phase: 'created' })
    } catch (error) {
      if (signal.aborted) return
      if (responseLost.current && errorCode(error) === 'centers.email_taken') {
        takenError.current = error
        setProgress({ phase: 'created' })
      } else showError(error)
      if (isConnectionLoss(error)) responseLost.current = true
    }
  }

  async function signIn(): Promise<void> {
    setFailure(undefined)
    try {
      const { error } = await signInWithPassword({ ...account.current, captchaToken: captcha.token() })
      if (!error) finish(openDashboard)
      else if (error.code === 'email_not_confirmed') finish(goToConfirmation)
      else if (takenError.current !== undefined && error.code === 'invalid_credentials') showError(takenError.current)
      else setFailure(signInFailure(error))
    } catch {
      setFailure(signInFailure({ message: '' }))
    }
  }

  // With a captcha, the registration has spent its token: signing in waits for the next one.
  useWhenReady(progress.phase === 'created' && captcha.isReady, () => {
    if (failure === undefined) void runOnce(signIn)
  })

  return {
    submit: (values: RegistrationValues, files: RegistrationFiles) => runOnce(() => submit(values, files)),
    signIn: () => runOnce(signIn),
    progress,
    failure,
    toasts,
  }
}

/** Returns the signal of a new request, which stops when the visitor leaves the page. */
function useAbortOnLeave(): () => AbortSignal {
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  return () => {
    sending.current = new AbortController()
    return sending.current.signal
  }
}

function signInFailure(error: Parameters<typeof authMessage>[0]): string {
  return authMessage(error) ?? 'No fue posible iniciar sesión'
}

/** Runs once each time that `isReady` becomes true. */
function useWhenReady(isReady: boolean, run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    if (isReady) latest()
  }, [isReady])
}

/** Ignores a request while another one is under way. Each spends the captcha's token. */
function useOneRequest(captcha: Captcha) {
  const isRunning = useRef(false)
  return async (request: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await request()
    } finally {
      isRunning.current = false
      captcha.renew()
    }
  }
}

/** @throws without an address or a password, which a reload has lost */
function credentialsOf({ accessData: { email, password } }: RegistrationValues) {
  const address = cleanEmail(email)
  if (address === '' || password === '') throw new MissingCredentials()
  return { email: address, password }
}

/** Where a finished registration leads: to the dashboard, or to the page that asks to confirm the address. */
function useRegistrationExit() {
  const router = useRouter()
  return {
    openDashboard() {
      centerDraft.delete()
      toast({
        kind: 'success',
        title: '¡Registro exitoso!',
        description: 'Bienvenido! Ahora puedes acceder directamente a tu Dashboard Profesional.',
        durationMs: 4000,
      })
      router.history.replace('/center/dashboard')
    },
    goToConfirmation(email: string) {
      centerDraft.delete()
      void router.navigate({ to: '/thank-you', state: { signedUpAs: email }, replace: true })
    },
  }
}

/** The browser asks before it leaves the page, because that would stop the upload. */
function useWarnBeforeUnload(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return undefined
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeaving)
    return () => removeEventListener('beforeunload', confirmLeaving)
  }, [isActive])
}
