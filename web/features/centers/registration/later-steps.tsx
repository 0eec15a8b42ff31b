import type { UseFormReturn } from 'react-hook-form'
import { pictureMaxBytes } from '#contract/files.ts'
import { listExcess, specialtyLimits } from '#contract/typed-lists.ts'
import { ImageField } from '#web/ui/image-field.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AvailabilityStep } from './availability-step.tsx'
import { CenterStep } from './center-step.tsx'
import { chooseAgain, type FilesOfStep } from './chosen-files.ts'
import type { RegistrationValues } from './registration-values.ts'
import { ServicesStep } from './services-step.tsx'
import { TermsStep } from './terms-step.tsx'
import type { useCenterWizard } from './use-center-wizard.ts'

const crop = { ratio: 1, width: 1024, maxBytes: pictureMaxBytes, fileName: 'foto.jpg' }

export type LaterStepsProps = { step: number; wizard: ReturnType<typeof useCenterWizard>; isBusy: boolean }

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

function PersonalStep({
  form: { register, formState },
  files,
}: {
  form: UseFormReturn<RegistrationValues>
  files: FilesOfStep
}) {
  const errors = formState.errors.personalInfo
  return (
    <div className="grid gap-5">
      <TextField
        {...register('personalInfo.fullName')}
        label="Nombre completo"
        required
        autoComplete="name"
        error={errors?.fullName?.message}
      />
      <ListField
        {...register('personalInfo.specialties')}
        excess={(text) => listExcess(text, specialtyLimits)}
        label="Especialidades"
        required
        autoComplete="off"
        hint="Separadas por comas: Psicoterapia, Terapia de pareja."
        error={errors?.specialties?.message}
      />
      <ImageField
        label="Foto profesional"
        optional
        noun="foto"
        camera="user"
        round
        crop={crop}
        hint={chooseAgain(files.lost.profilePhoto) ?? 'Una cara da confianza: quienes buscan ayuda eligen a alguien.'}
        value={files.chosen.profilePhoto}
        error={files.errors.profilePhoto}
        onChange={(file) => files.choose('profilePhoto', file)}
      />
    </div>
  )
}
