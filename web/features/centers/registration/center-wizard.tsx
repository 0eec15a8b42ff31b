import { useQueryClient } from '@tanstack/react-query'
import { type Ref, Suspense, useCallback, useEffect, useRef } from 'react'
import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form'
import { cleanEmail } from '#contract/pasted-email.ts'
import { earlyLook } from '#web/features/auth/auth-submit.tsx'
import { useCaptcha } from '#web/features/auth/captcha/use-captcha.tsx'
import { useEarlySubmit } from '#web/features/auth/early-submit.ts'
import { NeedsScripts } from '#web/features/auth/needs-scripts.tsx'
import { DraftNotice } from '#web/features/auth/registration/draft-notice.tsx'
import { useApi } from '#web/platform/api.ts'
import { formFault, isUnchecked } from '#web/platform/form-fault.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import { loadToastCard } from '#web/ui/load-toast-card.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'
import { PathProgress } from '#web/ui/path-progress.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { AccessStep } from './access-step.tsx'
import { centerDraft } from './center-draft.ts'
import type { LaterStepsProps } from './later-steps.tsx'
import { lastStep, registrationSteps } from './registration-steps.ts'
import type { RegistrationValues } from './registration-values.ts'
import { loadSending, useCenterRegistration } from './use-center-registration.ts'
import { registrationSchemas, useCenterWizard } from './use-center-wizard.ts'

const laterSteps = lazySection<LaterStepsProps>(() => import('./later-steps.tsx').then((module) => module.LaterSteps))

const preloadLaterSteps = laterSteps.preload

export function CenterWizard({
  step,
  onSubmitting,
}: {
  step: number
  /** Called before the account is created: the screen must not redirect this visitor when the session starts. */
  onSubmitting: () => void
}) {
  const captcha = useCaptcha()
  const wizard = useCenterWizard(step)
  const { form, files, heading, go, isEditing, openNextStep, requirePassword, showServerErrors } = wizard
  const { takenEmail, isPasswordLost } = wizard
  const registration = useCenterRegistration({ captcha, onFailed: (refusal) => void showServerErrors(refusal) })
  const { progress, failure, toasts } = registration
  const email: string | undefined = useWatch({ control: form.control, name: 'accessData.email' })
  const isTaken = takenEmail !== undefined && cleanEmail(email ?? '').toLowerCase() === takenEmail
  const isLast = step === lastStep
  const isBusy = progress.phase !== 'idle'
  const isCreated = progress.phase === 'created'

  const preload = usePreloadedSteps(step)
  const early = useEarlySubmit({ isReady: true })

  async function showErrors(refused: FieldErrors<RegistrationValues>) {
    // Without the schemas there is only the message above the fields.
    if (isUnchecked(refused)) return
    const { stepErrors } = await loadWithRetry(() => import('./step-errors.ts'))
    const errors = stepErrors(step, form.getValues())
    toasts.show(...errors.map((refusal) => ({ kind: 'destructive' as const, ...refusal })))
  }

  async function submitStep() {
    toasts.clear()
    if (isLast) {
      if (await requirePassword()) return
      onSubmitting()
      await registration.submit(form.getValues(), files.chosen)
    } else if (step === 1 && isTaken) form.setFocus('accessData.email')
    else await openNextStep()
  }

  return (
    <div className="grid gap-6">
      <PathProgress step={step} steps={lastStep} />
      <form
        {...early}
        noValidate
        method="post"
        onSubmit={(event) => {
          // While a submission is under way, another one is ignored.
          if (isBusy) event.preventDefault()
          else void form.handleSubmit(submitStep, showErrors)(event)
        }}
        onFocus={preload}
        className="grid gap-6"
      >
        <StepHeading step={step} ref={heading} />
        <NeedsScripts />
        {step > 1 && isPasswordLost && !isBusy && <PasswordNotice isLast={isLast} />}
        {isLast && !isCreated && <FormError error={failure} />}
        <FormError error={formFault(form.formState.errors)} />
        <StepFields step={step} wizard={wizard} isTaken={isTaken} isBusy={isBusy} />
        {isLast && captcha.field}
        {progress.phase === 'sending' && <ProgressBar label="Enviando tu registro" percent={progress.percent} />}
        {isCreated && <FirstSignIn registration={registration} isCaptchaReady={captcha.isReady} />}
        <WizardButtons
          step={step}
          form={form}
          isBusy={isBusy}
          isEditing={isEditing}
          isCaptchaReady={captcha.isReady}
          onBack={() => void go(step - 1)}
        />
      </form>
      {!isBusy && (
        <DraftNotice draft={centerDraft} form={form}>
          la contraseña y los archivos
        </DraftNotice>
      )}
    </div>
  )
}

function StepHeading({ step, ref }: { step: number; ref: Ref<HTMLHeadingElement> }) {
  const { title = '', intro = '' } = registrationSteps[step - 1] ?? {}
  return (
    <div>
      <h2 ref={ref} tabIndex={-1}>
        {title}
      </h2>
      <p className="mt-1 text-ink-soft">{intro}</p>
    </div>
  )
}

/**
 * Loads what the wizard needs after its first step, once the visitor reaches the form: most of it is not for a visitor who only
 * reads the page.
 */
function usePreloadedSteps(step: number): () => void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const isLoading = useRef(false)

  const preload = useCallback(() => {
    if (isLoading.current) return
    isLoading.current = true
    registrationSchemas.preload()
    preloadLaterSteps()
    loadSending().catch(() => undefined)
    // Loaded before the connection can be lost, because the toast reports that.
    void loadToastCard()
    // The options of later steps.
    void queryClient.prefetchQuery(queries.centers.places.queryOptions())
    void queryClient.prefetchQuery(queries.centers.services.queryOptions())
  }, [queryClient, queries])

  useEffect(() => {
    if (step > 1) preload()
  }, [step, preload])
  return preload
}

/** Shown after a reload: the draft has everything except the password. */
function PasswordNotice({ isLast }: { isLast: boolean }) {
  return (
    <Banner>
      {`Recuperamos lo que escribiste. La contraseña no la guardamos: ${isLast ? 'escríbela otra vez para registrar tu centro.' : 'te la pedimos al final.'}`}
    </Banner>
  )
}

/** The account exists; signing its owner in may need another captcha or another attempt. */
function FirstSignIn({
  registration: { failure, signIn },
  isCaptchaReady,
}: {
  registration: ReturnType<typeof useCenterRegistration>
  isCaptchaReady: boolean
}) {
  if (failure !== undefined) {
    return (
      <Banner
        tone="green"
        role="alert"
        title="Tu centro ya está registrado"
        action={
          <Button disabled={!isCaptchaReady} onClick={() => void signIn()}>
            Entrar a mi dashboard
          </Button>
        }
      >
        {`Falta entrar. ${failure}`}
      </Banner>
    )
  }
  if (isCaptchaReady) return null
  return (
    <p role="status" className="font-medium">
      Tu centro está registrado. Confirma otra vez que eres una persona para entrar.
    </p>
  )
}

function WizardButtons({
  step,
  form,
  isBusy,
  isEditing,
  isCaptchaReady,
  onBack,
}: {
  step: number
  form: UseFormReturn<RegistrationValues>
  isBusy: boolean
  /** Opened from the summary, to which saving returns. */
  isEditing: boolean
  isCaptchaReady: boolean
  onBack: () => void
}) {
  const hydrated = useHydrated()
  const isLast = step === lastStep
  const [acceptTerms, acceptPrivacy] = useWatch({
    control: form.control,
    name: ['terms.acceptTerms', 'terms.acceptPrivacy'],
  })
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
      {!isEditing && (
        <Button variant="secondary" size="large" disabled={step === 1 || isBusy} onClick={onBack}>
          Anterior
        </Button>
      )}
      <Button
        type="submit"
        size="large"
        disabled={hydrated && isLast && !isCaptchaReady && !isBusy}
        // It stays clickable, and a press shows what is missing.
        aria-disabled={isLast && !(acceptTerms && acceptPrivacy)}
        pending={isBusy}
        pendingLabel={isLast ? 'Registrando tu centro…' : 'Siguiente'}
        className={`sm:ml-auto sm:min-w-48 ${earlyLook}`}
      >
        {isLast ? 'Registrar centro' : isEditing ? 'Guardar' : 'Siguiente'}
      </Button>
    </div>
  )
}

/** The fields of the open step. Only the first step is in the server's HTML: a later one needs the values of the draft. */
function StepFields({ step, wizard, isTaken, isBusy }: LaterStepsProps & { isTaken: boolean }) {
  const hydrated = useHydrated()
  if (step === 1) return <AccessStep form={wizard.form} isTaken={isTaken} isPasswordLost={wizard.isPasswordLost} />
  if (!hydrated) return null
  return (
    <Suspense>
      <Part part={laterSteps} props={{ step, wizard, isBusy }} />
    </Suspense>
  )
}
