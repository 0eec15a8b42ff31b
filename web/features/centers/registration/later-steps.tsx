import { type UseFormReturn, useWatch } from 'react-hook-form'
import { pictureMaxBytes } from '#contract/files.ts'
import { centerLanguageLimits, listExcess, servicesListMin, specialtyLimits } from '#contract/typed-lists.ts'
import { documentLimits } from '#web/platform/pdf-file.ts'
import { DocumentField } from '#web/ui/document-field.tsx'
import { ImageField } from '#web/ui/image-field.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AvailabilityStep } from './availability-step.tsx'
import { CenterStep } from './center-step.tsx'
import { chooseAgain, type FilesOfStep } from './chosen-files.ts'
import { PricedServices } from './priced-services.tsx'
import type { RegistrationValues } from './registration-values.ts'
import { TermsStep } from './terms-step.tsx'
import type { useCenterWizard } from './use-center-wizard.ts'

const crop = { ratio: 1, width: 1024, maxBytes: pictureMaxBytes, fileName: 'foto.jpg' }

export type LaterStepsProps = { step: number; wizard: ReturnType<typeof useCenterWizard>; isBusy: boolean }

export function LaterSteps({
  step,
  wizard: { form, files, edit, goToPassword, isPasswordLost },
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
          onEdit={(to) => void edit(to)}
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

function ServicesStep({ form, files }: { form: UseFormReturn<RegistrationValues>; files: FilesOfStep }) {
  const { register, control, formState } = form
  const errors = formState.errors.services
  const description: string | undefined = useWatch({ control, name: 'services.servicesList' })
  const typedLength = description?.trim().length ?? 0
  return (
    <div className="grid gap-7">
      <TextArea
        {...register('services.servicesList')}
        maxLength={5000}
        label="Servicios que ofreces"
        required
        rows={5}
        hint={
          typedLength < servicesListMin
            ? `Qué tratas, cómo trabajas, para quién es. Mínimo ${servicesListMin} caracteres; llevas ${typedLength}.`
            : 'Qué tratas, cómo trabajas, para quién es.'
        }
        error={errors?.servicesList?.message}
      />
      <PricedServices form={form} />
      <ListField
        {...register('services.languages')}
        excess={(text) => listExcess(text, centerLanguageLimits)}
        label="Idiomas"
        optional
        autoComplete="off"
        hint="Separados por comas: Español, Portugués."
        error={errors?.languages?.message}
      />
      <DocumentField
        limits={documentLimits}
        label="Certificaciones"
        optional
        hint={
          chooseAgain(files.lost.certifications) ??
          'Tu título o tu habilitación. Lo ve solo quien comprueba los datos; también puedes subirlo después.'
        }
        value={files.chosen.certifications ?? []}
        error={files.errors.certifications}
        onChange={(chosen) => files.choose('certifications', chosen)}
      />
    </div>
  )
}
