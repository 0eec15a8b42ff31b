import { AvailabilityStep } from './availability-step.tsx'
import { CenterStep } from './center-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { ServicesStep } from './services-step.tsx'
import { TermsStep } from './terms-step.tsx'
import type { useCenterWizard } from './use-center-wizard.ts'

export type LaterStepsProps = { step: number; wizard: ReturnType<typeof useCenterWizard>; isBusy: boolean }

/** The fields of the second step and of those after it. */
export function LaterSteps({
  step,
  wizard: { form, files, go, goToPassword, isPasswordLost },
  isBusy,
}: LaterStepsProps) {
  return (
    <>
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
