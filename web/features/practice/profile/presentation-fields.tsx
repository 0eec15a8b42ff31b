import { modalities } from '#contract/modalities.ts'
import { centerLanguageLimits, centerSpecialtyLimits, listExcess } from '#contract/typed-lists.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { ProfileFormPart } from './profile-values.ts'

export function PresentationFields({ form: { register, formState } }: ProfileFormPart) {
  const { errors } = formState
  return (
    <Card as="section" aria-labelledby="presentation" className="grid gap-5">
      <h3 id="presentation">Presentación</h3>
      <TextField
        {...register('name')}
        label="Nombre del centro"
        required
        autoComplete="organization"
        error={errors.name?.message}
      />
      <TextArea
        {...register('description')}
        id="profile-description"
        label="Descripción"
        hint="Quiénes son, con quién trabajan y cómo."
        error={errors.description?.message}
      />
      <ListField
        {...register('specialties')}
        excess={(text) => listExcess(text, centerSpecialtyLimits)}
        id="profile-specialties"
        label="Especialidades"
        autoComplete="off"
        hint="Separadas por comas. Se suman las de tus profesionales."
        error={errors.specialties?.message}
      />
      <ListField
        {...register('languages')}
        excess={(text) => listExcess(text, centerLanguageLimits)}
        label="Idiomas"
        optional
        autoComplete="off"
        hint="Separados por comas."
        error={errors.languages?.message}
      />
      <FieldGroup legend="Cómo atienden" error={errors.modalities?.message}>
        <div className="grid grid-cols-2 gap-x-4 pl-3">
          {modalities.map((modality) => (
            <CheckboxField key={modality} {...register('modalities')} value={modality} label={modality} />
          ))}
        </div>
      </FieldGroup>
    </Card>
  )
}
