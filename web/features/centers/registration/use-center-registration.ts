import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { authMessage } from '#web/features/auth/auth-messages.ts'
import type { Captcha } from '#web/features/auth/captcha/use-captcha.tsx'
import { errorCode, isConnectionLoss } from '#web/platform/error-message.ts'
import { signInWithPassword } from '#web/platform/session.ts'
import { upload } from '#web/platform/upload.ts'
import { toast } from '#web/ui/toast.ts'
import { useFormToast } from '#web/ui/use-form-toast.ts'

import { centerDraft } from './center-draft.ts'
import { MissingCredentials, type RegistrationError, registrationError } from './registration-error.ts'
import { type RegistrationFiles, type RegistrationValues, stepSchemas } from './registration-values.ts'

/** `created`: the account exists, and its owner is about to be signed in. */
type Progress = { phase: 'idle' | 'created' | 'done' } | { phase: 'sending'; percent: number }

/** One request creates the account, the centre and everything that belongs to it; then the owner is signed in and redirected to the dashboard. */
export function useCenterRegistration({
  onFailed,
  captcha,
}: {
  captcha: Captcha
  onFailed: (refusal: RegistrationError) => void
}) {
  const { openDashboard, goToConfirmation } = useRegistrationExit()
  const toasts = useFormToast()
  const [progress, setProgress] = useState<Progress>({ phase: 'idle' })
  const [failure, setFailure] = useState<string>()
  const isRunning = useRef(false)
  const sending = useRef<AbortController>(undefined)
  const account = useRef({ email: '', password: '' })
  /** A response was lost: from then on, a taken address may belong to this same registration. */
  const answerLost = useRef(false)
  const taken = useRef<unknown>(undefined)

  useEffect(() => () => sending.current?.abort(), [])
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
    if (isRunning.current) return
    isRunning.current = true
    setFailure(undefined)
    toasts.clear()
    const attempt = new AbortController()
    sending.current = attempt
    try {
      const { email, password } = values.accessData
      if (email.trim() === '' || password === '') throw new MissingCredentials()
      account.current = { email: email.trim(), password }
      taken.current = undefined
      setProgress({ phase: 'sending', percent: 0 })
      const answer = await sendRegistration({
        values,
        files,
        captchaToken: captcha.token(),
        onProgress: (percent) => setProgress({ phase: 'sending', percent }),
        signal: attempt.signal,
      })
      if (answer.needsConfirmation) finish(goToConfirmation)
      else setProgress({ phase: 'created' })
    } catch (error) {
      if (attempt.signal.aborted) return
      if (answerLost.current && errorCode(error) === 'centers.email_taken') {
        taken.current = error
        setProgress({ phase: 'created' })
      } else showError(error)
      if (isConnectionLoss(error)) answerLost.current = true
    } finally {
      isRunning.current = false
      captcha.renew()
    }
  }

  async function signIn(): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setFailure(undefined)
    try {
      const { error } = await signInWithPassword({ ...account.current, captchaToken: captcha.token() })
      if (!error) finish(openDashboard)
      else if (error.code === 'email_not_confirmed') finish(goToConfirmation)
      else if (taken.current !== undefined && error.code === 'invalid_credentials') showError(taken.current)
      else setFailure(authMessage(error) ?? 'No fue posible iniciar sesión')
    } catch {
      setFailure(authMessage({ message: '' }) ?? 'No fue posible iniciar sesión')
    } finally {
      isRunning.current = false
      captcha.renew()
    }
  }

  // With a captcha, the registration has spent its token: signing in waits for the next one.
  const isCreated = progress.phase === 'created'
  const { isReady } = captcha
  const signInOnce = useEffectEvent(() => {
    if (failure === undefined) void signIn()
  })
  useEffect(() => {
    if (isCreated && isReady) signInOnce()
  }, [isCreated, isReady])

  return { submit, signIn, progress, failure, toasts }
}

/** The values as the contract's schemas return them: trimmed, prices in cents. Every step is valid by now. */
function checked(values: RegistrationValues) {
  return Object.fromEntries(
    Object.entries(stepSchemas).map(([key, schema]) => [key, schema.parse(values[key as keyof RegistrationValues])]),
  )
}

/** Where a finished registration leads: to the dashboard, or to the page that asks to confirm the address. */
function useRegistrationExit() {
  const router = useRouter()
  return {
    openDashboard() {
      centerDraft.drop()
      toast({
        kind: 'success',
        title: '¡Registro exitoso!',
        description: 'Bienvenido! Ahora puedes acceder directamente a tu Dashboard Profesional.',
        durationMs: 4000,
      })
      router.history.replace('/center/dashboard')
    },
    goToConfirmation(email: string) {
      centerDraft.drop()
      void router.navigate({ to: '/thank-you', state: { signedUpAs: email }, replace: true })
    },
  }
}

/** The browser asks before it leaves the page, because that would stop the upload. */
function useWarnBeforeUnload(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive])
}

async function sendRegistration({
  values,
  files,
  captchaToken,
  onProgress,
  signal,
}: {
  values: RegistrationValues
  files: RegistrationFiles
  captchaToken: string | undefined
  onProgress: (percent: number) => void
  signal: AbortSignal
}) {
  return await upload({
    noun: 'centers',
    verb: 'register',
    input: { form: JSON.stringify(checked(values)), ...files, captchaToken },
    onProgress,
    signal,
  })
}
