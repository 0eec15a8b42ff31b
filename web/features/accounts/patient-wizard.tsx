import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useNavigate } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useRef, useState } from 'react'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'

import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PathProgress } from '#web/ui/path-progress.tsx'

import { AccessStep, ContactStep, NameStep } from './patient-wizard-steps.tsx'
import { furthestStep, type Registration, registrationSteps, toastTitle } from './registration.ts'
import { readDraft, writeDraft } from './registration-draft.ts'
import type { StepNumber } from './registration-step.ts'
import { usePatientSignUp } from './use-patient-sign-up.ts'

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
  const form = useForm<Registration>({
    // No defaults, so that what was typed before hydration stays.
    resolver: resolvers[step - 1],
    // While typing: a message that went on blur would move the button from under the press that took the focus.
    reValidateMode: 'onChange',
    shouldFocusError: true,
  })
  const label = registrationSteps[step - 1]?.label ?? ''

  useEffect(() => {
    for (const [name, value] of Object.entries(readDraft())) {
      const field = name as keyof Registration
      if (!form.getValues(field)) form.setValue(field, value)
    }
    const watching = form.watch((typed) => writeDraft(typed))
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
      await signUp(form.getValues())
    }
  }

  if (phase === 'confirm') return <ConfirmFirst email={form.getValues('email')} />

  return (
    <div className="grid gap-6">
      <PathProgress step={step} steps={3} />
      <form
        noValidate
        method="post"
        onSubmit={(event) => void form.handleSubmit(accept, refuse)(event)}
        className="grid gap-6"
      >
        <h2 ref={heading} tabIndex={-1}>
          {label}
        </h2>
        <FormError
          error={
            failure && (
              <>
                {failure.message}
                {failure.taken && (
                  <>
                    {' '}
                    <Link to="/login" search={{ next }} className="underline underline-offset-4">
                      Iniciar sesión
                    </Link>
                  </>
                )}
              </>
            )
          }
        />
        {step === 1 && <NameStep form={form} />}
        {step === 2 && <AccessStep form={form} passwordForgotten={forgotten} />}
        {step === 3 && <ContactStep form={form} />}
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
            disabled={!hydrated}
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

/** The operator asks for a confirmed address first: there is no session yet. */
function ConfirmFirst({ email }: { email: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-4">
      <MailCheck aria-hidden="true" className="size-12 text-action" strokeWidth={1.5} />
      <h2>Revisa tu correo</h2>
      <p>
        Te enviamos un enlace a <span className="font-medium wrap-anywhere">{email}</span>. Ábrelo para confirmar tu
        correo y después inicia sesión.
      </p>
      <Link to="/login" className="link inline-block py-2 font-semibold">
        Iniciar sesión
      </Link>
    </div>
  )
}
