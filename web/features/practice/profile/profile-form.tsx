import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { freeCancellationHours } from '#contract/calendar.ts'
import { ownWordsHint } from '#contract/cancellation-sentences.ts'
import type { CenterEdit, OwnCenter } from '#contract/centers.ts'
import { type CoverKind, coverKeysOf, coverKindLabels, coverLabels } from '#contract/cover-labels.ts'
import { modalities } from '#contract/modalities.ts'
import { centerLanguageLimits, centerSpecialtyLimits, listExcess } from '#contract/typed-lists.ts'
import { UnsavedChanges } from '#web/features/auth/unsaved-changes.tsx'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { ContactFields } from './contact-fields.tsx'
import { type ProfileFormPart, type ProfileValues, profileForm, profileValues } from './profile-values.ts'

const refunds = [
  { value: '0', label: 'Nada' },
  { value: '50', label: 'La mitad' },
  { value: '100', label: 'Todo' },
]

export function ProfileForm({ center }: { center: OwnCenter }) {
  const { queries } = useApi()
  const update = useMutation(queries.practice.update.mutationOptions())
  const form = useForm<ProfileValues, unknown, CenterEdit>({
    resolver: formResolver(profileForm),
    defaultValues: profileValues(center),
  })
  const { errors, isDirty, isSubmitting } = form.formState

  const edited = useEdited(center, (now) => form.reset(profileValues(now), { keepDirtyValues: true }))

  async function save(edit: CenterEdit) {
    try {
      const saved = await update.mutateAsync({ centerId: center.id, version: edited.seen.version, ...edit })
      edited.noteSaved(saved)
      form.reset(profileValues(saved))
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors(form, error, { fields: profileForm.keyof().options })
      return
    }
    toast({ kind: 'success', title: 'Perfil guardado' })
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)} className="grid gap-5">
      <PresentationFields form={form} />
      <CoverFields form={form} />
      <ContactFields form={form} />
      <BookingFields form={form} />
      <FormError error={formFault(errors)} />
      {edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isSubmitting} pendingLabel="Guardando…">
          Guardar perfil
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {isDirty && !isSubmitting ? 'Hay cambios sin guardar.' : ''}
        </p>
      </div>
      <UnsavedChanges isDirty={isDirty} />
    </form>
  )
}

const coverKinds = Object.keys(coverKindLabels) as CoverKind[]

/** What the centre accepts besides the patient's own payment. */
function CoverFields({ form: { register, formState } }: ProfileFormPart) {
  const { errors } = formState
  return (
    <Card as="section" aria-labelledby="covers" className="grid gap-5">
      <div className="grid gap-1">
        <h3 id="covers">Con qué cobertura atienden</h3>
        <p className="text-sm text-ink-soft">
          Marca solo las que tienen convenio con el centro. Quien paga por su cuenta puede reservar siempre.
        </p>
      </div>
      {coverKinds.map((kind) => (
        <FieldGroup
          key={kind}
          legend={coverKindLabels[kind]}
          error={kind === 'mutualista' ? (errors.covers as { message?: string } | undefined)?.message : undefined}
        >
          <div className="grid gap-x-4 pl-3 sm:grid-cols-2 lg:grid-cols-3">
            {coverKeysOf(kind).map((key) => (
              <CheckboxField key={key} {...register('covers')} value={key} label={coverLabels[key]} />
            ))}
          </div>
        </FieldGroup>
      ))}
    </Card>
  )
}

function BookingFields({ form: { register, formState } }: ProfileFormPart) {
  const { errors } = formState
  return (
    <Card as="section" aria-labelledby="booking-rules" className="grid gap-5">
      <h3 id="booking-rules">Reservas y cancelaciones</h3>
      <div className="pl-3">
        <CheckboxField
          {...register('confirmsManually')}
          error={errors.confirmsManually?.message}
          label="Confirmar cada reserva"
          hint="Cada hora que se pida espera tu respuesta. Si no llega a tiempo, queda libre otra vez."
        />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...register('sessionDuration')}
          label="Duración de la sesión, en minutos"
          required
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          hint="Con ella empieza cada servicio nuevo."
          error={errors.sessionDuration?.message}
        />
        <SelectField
          {...register('lateRefundPercent', { valueAsNumber: true })}
          label="Se devuelve si cancela tarde"
          required
          options={refunds}
          hint={`A menos de ${freeCancellationHours} horas. Antes se devuelve todo. Si lo cambias, vale solo para las reservas nuevas.`}
          error={errors.lateRefundPercent?.message}
        />
      </div>
      <TextArea
        {...register('cancellationPolicy')}
        maxLength={2000}
        label="Algo más sobre las cancelaciones"
        optional
        hint={ownWordsHint}
        error={errors.cancellationPolicy?.message}
      />
    </Card>
  )
}

function PresentationFields({ form: { register, formState } }: ProfileFormPart) {
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
        maxLength={5000}
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
        <div className="grid grid-cols-2 gap-x-4 pl-3 max-[22rem]:grid-cols-1">
          {modalities.map((modality) => (
            <CheckboxField key={modality} {...register('modalities')} value={modality} label={modality} />
          ))}
        </div>
      </FieldGroup>
    </Card>
  )
}
