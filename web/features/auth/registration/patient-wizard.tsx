import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { patientPasswordMin } from '#contract/password-rules.ts'
import { draftTexts, formDraft } from '#web/platform/form-draft.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { useWizard } from '#web/platform/use-wizard.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PathProgress } from '#web/ui/path-progress.tsx'
import { earlyLook } from '../auth-submit.tsx'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { useEarlySubmit } from '../early-submit.ts'
import { NeedsScripts } from '../needs-scripts.tsx'
import { SocialButtons } from '../social/social-buttons.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { AccessStep, ContactStep, NameStep } from './patient-wizard-steps.tsx'
import { type Registration, registrationSchemas, stepLabels, toastTitle } from './registration.ts'
import { SignUpError } from './sign-up-error.tsx'
import { acceptedVersions } from './terms-field.tsx'
import { useSignUp } from './use-sign-up.ts'

/** The values typed in this browser, without the password. */
export const registrationDraft = formDraft({
  name: 'register',
  fields: draftTexts('firstName', 'lastName', 'email', 'phone', 'address', 'emergencyContact'),
})

/** Replaces a password that a reload has lost. */
const anyPassword = 'x'.repeat(patientPasswordMin)
const providers = ['google', 'facebook'] as const

export function PatientWizard({
  step,
  next,
  onSubmitting,
}: {
  step: number
  next: string | undefined
  /** Called before the account is created: the screen must not redirect this visitor when the session starts. */
  onSubmitting: () => void
}) {
  const [isPasswordLost, setPasswordLost] = useState(false)
  const { signUp, phase, failure, toasts } = usePatientSignUp(next)
  const captcha = useCaptcha()
  const { form, heading, go } = useWizard<Registration>({
    step,
    schemas: registrationSchemas,
    draft: registrationDraft,
    fillUnkept: (typed) => ({ ...typed, password: typed.password || anyPassword }),
    onSentBack: () => undefined,
  })
  const early = useEarlySubmit({ isReady: true })
  const isLast = isLastStep(step)

  function showErrors(errors: FieldErrors<Registration>) {
    const [first] = Object.values(errors)
    if (first?.message) {
      toasts.show({ kind: 'destructive', title: toastTitle(first), description: first.message })
    }
  }

  async function submitStep() {
    toasts.clear()
    if (!isLast) await go(step + 1)
    else if (!form.getValues('password')) {
      // A reload has lost the password: the wizard asks for it once everything else is complete.
      setPasswordLost(true)
      await go(2)
    } else {
      onSubmitting()
      if (!(await signUp(form.getValues(), captcha.token()))) captcha.renew()
    }
  }

  return (
    <div className="grid gap-6">
      <PathProgress step={step} steps={stepLabels.length} />
      <form
        {...early}
        noValidate
        method="post"
        onSubmit={(event) => void form.handleSubmit(submitStep, showErrors)(event)}
        onFocus={registrationSchemas.preload}
        className="grid gap-6"
      >
        <h2 ref={heading} tabIndex={-1}>
          {stepLabels[step - 1]}
        </h2>
        <NeedsScripts />
        <SignUpError failure={failure} next={next} />
        <FormError error={formFault(form.formState.errors)} />
        {step === 1 && <NameStep form={form} />}
        {step === 2 && <AccessStep form={form} isPasswordLost={isPasswordLost} />}
        {step === 3 && <ContactStep form={form} />}
        {isLast && captcha.field}
        <WizardButtons step={step} phase={phase} isCaptchaReady={captcha.isReady} onBack={() => void go(step - 1)} />
      </form>
      {step === 1 && <SocialButtons providers={providers} next={next ?? '/patient-welcome'} />}
      <DraftNotice draft={registrationDraft} form={form}>
        la contraseña
      </DraftNotice>
    </div>
  )
}

const isLastStep = (step: number) => step === stepLabels.length

function WizardButtons({
  step,
  phase,
  isCaptchaReady,
  onBack,
}: {
  step: number
  phase: ReturnType<typeof usePatientSignUp>['phase']
  isCaptchaReady: boolean
  onBack: () => void
}) {
  const hydrated = useHydrated()
  const isLast = isLastStep(step)
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
      {step > 1 && (
        <Button variant="secondary" size="large" disabled={phase !== 'idle'} onClick={onBack}>
          Anterior
        </Button>
      )}
      <Button
        type="submit"
        size="large"
        disabled={hydrated && isLast && !isCaptchaReady}
        pending={phase !== 'idle'}
        pendingLabel={phase === 'done' ? 'Cuenta creada' : 'Creando tu cuenta…'}
        className={`disabled:cursor-progress disabled:opacity-100 sm:ml-auto sm:min-w-48 ${earlyLook}`}
      >
        {isLast ? 'Crear cuenta' : 'Siguiente'}
      </Button>
    </div>
  )
}

/** Creates the patient's account and redirects: to the held time (`next`), otherwise to the welcome page. */
function usePatientSignUp(next: string | undefined) {
  const { create, ...rest } = useSignUp({
    leadsTo: next ?? '/patient-welcome',
    failureText: 'Ocurrió un error. Inténtalo de nuevo.',
  })

  async function signUp(typed: Registration, captchaToken: string | undefined): Promise<boolean> {
    const created = await create({
      email: typed.email,
      password: typed.password,
      captchaToken,
      data: {
        full_name: `${typed.firstName.trim()} ${typed.lastName.trim()}`,
        phone: typed.phone.trim(),
        address: typed.address.trim(),
        emergency_contact: typed.emergencyContact.trim(),
        user_type: 'patient',
        ...acceptedVersions(),
      },
    })
    if (created) registrationDraft.delete()
    return created
  }

  return { ...rest, signUp }
}
