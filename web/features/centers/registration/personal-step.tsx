import type { UseFormReturn } from 'react-hook-form'

import { pictureMaxBytes } from '#contract/files.ts'
import { listExcess, specialtyLimits } from '#contract/typed-lists.ts'
import { ImageField } from '#web/ui/image-field.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { chooseAgain, type FilesOfStep } from './chosen-files.ts'
import type { RegistrationValues } from './registration-values.ts'

const crop = { ratio: 1, width: 1024, maxBytes: pictureMaxBytes, fileName: 'foto.jpg' }

export function PersonalStep({
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
