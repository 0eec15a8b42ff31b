import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import { useCaptcha } from '#web/features/accounts/captcha/use-captcha.tsx'
import { SocialButtons } from '#web/features/accounts/social/social-buttons.tsx'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { PathProgress } from '#web/ui/path-progress.tsx'
import { AccessStep, ContactStep, NameStep } from './patient-wizard-steps.tsx'
import { furthestStep, type Registration, registrationSteps, toastTitle } from './registration.ts'
import { registrationDraft } from './registration-draft.ts'
import type { StepNumber } from './registration-step.ts'
import { SignUpError } from './sign-up-error.tsx'
import { usePatientSignUp } from './use-patient-sign-up.ts'

const providers = ['google', 'facebook'] as const

// Each step answers for its own fields alone, which the form's one type cannot say.
const resolvers = registrationSteps.map((step) => zodResolver(step.schema) as unknown as Resolver<Registration>)

export function PatientWizard({
  step,
  next,
  onSubmitting,
}: {
  step: StepNumber
  next: string | undefined
  /** The account is about to exist: whoever sends signed-in visitors on has to leave this one alone. */
  onSubmitting: () => void
}) {
  const hydrated = useHydrated()
  const navigate = useNavigate({ from: '/register' })
  const heading = useRef<HTMLHeadingElement>(null)
  const [forgotten, setForgotten] = useState(false)
  const { signUp, phase, failure, toasts } = usePatientSignUp(next)
  const captcha = useCaptcha()
  const form = useForm<Registration>({
    // No defaults, so that what was typed before hydration stays.
    resolver: resolvers[step - 1],
    // While typing: a message that went on blur would move the button from under the press that took the focus.
    reValidateMode: 'onChange',
    shouldFocusError: true,
  })
  const label = registrationSteps[step - 1]?.label ?? ''

  useEffect(() => {
    for (const [name, value] of Object.entries(registrationDraft.read())) {
      const field = name as keyof Registration
      if (!form.getValues(field)) form.setValue(field, value)
    }
    const watching = form.watch((typed) => registrationDraft.write(typed))
    return () => watching.unsubscribe()
  }, [form])

  // Also after a reload or a step typed into the address: never in front of what is still missing.
  useEffect(() => {
    const furthest = furthestStep(form.getValues())
    if (step <= furthest) return
    setForgotten(furthest === 2)
    void navigate({ search: (before) => ({ ...before, paso: furthest === 1 ? undefined : furthest }), replace: true })
  }, [step, form, navigate])

  async function go(to: StepNumber) {
    // The next step starts unjudged.
    form.reset(undefined, { keepValues: true })
    await navigate({ search: (before) => ({ ...before, paso: to === 1 ? undefined : to }), resetScroll: false })
    heading.current?.focus()
  }

  function refuse(errors: FieldErrors<Registration>) {
    const first = Object.values(errors)[0]?.message
    if (first) toasts.show({ kind: 'destructive', title: toastTitle(first), description: first })
  }

  async function accept() {
    toasts.clear()
    if (step === 1) await go(2)
    else if (step === 2) await go(3)
    else {
      onSubmitting()
      if (!(await signUp(form.getValues(), captcha.token()))) captcha.renew()
    }
  }

  return (
    <div className="grid gap-6">
      <PathProgress step={step} steps={3} />
      {step === 1 && <SocialButtons providers={providers} next={next ?? '/patient-welcome'} />}
      <form
        noValidate
        method="post"
        onSubmit={(event) => void form.handleSubmit(accept, refuse)(event)}
        className="grid gap-6"
      >
        <h2 ref={heading} tabIndex={-1}>
          {label}
        </h2>
        <SignUpError failure={failure} next={next} />
        {step === 1 && <NameStep form={form} />}
        {step === 2 && <AccessStep form={form} passwordForgotten={forgotten} />}
        {step === 3 && <ContactStep form={form} />}
        {step === 3 && captcha.field}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
          {step > 1 && (
            <Button
              variant="secondary"
              size="large"
              disabled={phase !== 'idle'}
              onClick={() => void go(step === 3 ? 2 : 1)}
            >
              Anterior
            </Button>
          )}
          <Button
            type="submit"
            size="large"
            disabled={!hydrated || (step === 3 && !captcha.isReady)}
            pending={phase !== 'idle'}
            pendingLabel={phase === 'done' ? 'Cuenta creada' : 'Creando tu cuenta…'}
            className="disabled:cursor-progress disabled:opacity-100 sm:ml-auto sm:min-w-48"
          >
            {step === 3 ? 'Crear cuenta' : 'Siguiente'}
          </Button>
        </div>
      </form>
    </div>
  )
}
