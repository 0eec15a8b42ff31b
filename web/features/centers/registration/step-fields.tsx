import { AccessStep } from './access-step.tsx'
import { AvailabilityStep } from './availability-step.tsx'
import { CenterStep } from './center-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { ServicesStep } from './services-step.tsx'
import { TermsStep } from './terms-step.tsx'
import type { useCenterWizard } from './use-center-wizard.ts'

/** The fields of the open step. */
export function StepFields({
  step,
  wizard: { form, files, go, goToPassword, isPasswordLost },
  isTaken,
  isBusy,
}: {
  step: number
  wizard: ReturnType<typeof useCenterWizard>
  isTaken: boolean
  isBusy: boolean
}) {
  return (
    <>
      {step === 1 && <AccessStep form={form} isTaken={isTaken} isPasswordLost={isPasswordLost} />}
      {step === 2 && <PersonalStep form={form} files={files} />}
      {step === 3 && <CenterStep form={form} files={files} />}
      {step === 4 && <AvailabilityStep form={form} />}
      {step === 5 && <ServicesStep form={form} files={files} />}
      {step === 6 && (
        <TermsStep
          form={form}
          files={files}
          disabled={isBusy}
          onChange={(to) => void go(to)}
          onPasswordMissing={isPasswordLost ? () => void goToPassword() : undefined}
        />
      )}
    </>
  )
}
