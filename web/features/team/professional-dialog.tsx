import { useMutation } from '@tanstack/react-query'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ageGroups, ageLabels, genderLabels, genders } from '#contract/attended.ts'
import { missingPlatform, modalities, needsPlatform } from '#contract/modalities.ts'
import { type ProfessionalEdit, professionalEdit, type TeamProfessional } from '#contract/team.ts'
import { linkMinutesBefore } from '#contract/telehealth.ts'
import { listExcess, listText, specialtyLimits, typedList } from '#contract/typed-lists.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

const genderOptions = genders.map((value) => ({ value, label: genderLabels[value] }))

/** The contract's edit, with lists as typed text. */
const professionalForm = z
  .object({
    ...professionalEdit.shape,
    specialties: z.string().transform(typedList).pipe(professionalEdit.shape.specialties),
  })
  .refine(({ modalities, videoPlatform }) => videoPlatform !== '' || !needsPlatform(modalities), {
    path: ['videoPlatform'],
    error: missingPlatform,
  })

/** A professional's public data. `professional`: undefined to add a new one. */
export function ProfessionalDialog({
  centerId,
  professional,
  open,
  onClose,
}: {
  centerId: string
  professional: TeamProfessional | undefined
  open: boolean
  onClose: () => void
}) {
  const { queries } = useApi()
  const add = useMutation(queries.team.addProfessional.mutationOptions())
  const update = useMutation(queries.team.updateProfessional.mutationOptions())
  const form = useForm<ProfessionalValues, unknown, ProfessionalEdit>({
    resolver: formResolver(professionalForm),
    defaultValues: professionalValues(professional),
  })
  const { errors, isSubmitting } = form.formState
  const edited = useEdited(professional, (now) => form.reset(professionalValues(now), { keepDirtyValues: true }))

  async function save(edit: ProfessionalEdit) {
    try {
      if (edited.seen) {
        const { id: professionalId, version } = edited.seen
        await update.mutateAsync({ centerId, professionalId, version, ...edit })
      } else await add.mutateAsync({ centerId, ...edit })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors(form, error, { fields: professionalForm.keyof().options })
      return
    }
    toast({
      kind: 'success',
      title: professional ? 'Cambios guardados' : 'Profesional en el equipo',
      description: professional
        ? edit.name
        : `Agrega los servicios y el horario de ${edit.name} para que se pueda reservar.`,
    })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        professional ? (
          <>
            Editar a <span translate="no">{professional.name}</span>
          </>
        ) : (
          'Agregar profesional'
        )
      }
      description="Es lo que ven los pacientes en tu página."
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={professional ? 'Guardar cambios' : 'Agregar'}
      onSubmit={form.handleSubmit(save)}
    >
      <ProfessionalFields form={form} />
    </FormDialog>
  )
}

function ProfessionalFields({ form }: { form: UseFormReturn<ProfessionalValues, unknown, ProfessionalEdit> }) {
  const { register, control } = form
  const { errors } = form.formState
  const chosen = useWatch({ control, name: 'modalities' })
  const isOnline = needsPlatform(chosen)
  return (
    <>
      <TextField {...register('name')} label="Nombre" required autoComplete="off" error={errors.name?.message} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('title')}
          label="Título"
          optional
          autoComplete="off"
          hint="Por ejemplo, Licenciada en Psicología."
          error={errors.title?.message}
        />
        <TextField
          {...register('registrationNumber')}
          label="Número de registro"
          optional
          autoComplete="off"
          hint="El del Ministerio de Salud Pública. Lo comparamos con la habilitación que subes en Documentos."
          error={errors.registrationNumber?.message}
        />
      </div>
      <ListField
        {...register('specialties')}
        excess={(text) => listExcess(text, specialtyLimits)}
        label="Especialidades"
        optional
        autoComplete="off"
        hint="Separadas por comas: Psicoterapia, Terapia de pareja."
        error={errors.specialties?.message}
      />
      <FieldGroup legend="Cómo atiende" error={errors.modalities?.message}>
        <div className="grid grid-cols-2 gap-x-4 pl-3 cramped:grid-cols-1">
          {modalities.map((modality) => (
            <CheckboxField key={modality} {...register('modalities')} value={modality} label={modality} />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup
        legend="A quiénes atiende"
        hint="Sin marcar ninguna, aparece para todas las edades."
        error={errors.ages?.message}
      >
        <div className="grid gap-x-4 pl-3 sm:grid-cols-2">
          {ageGroups.map((group) => (
            <CheckboxField key={group} {...register('ages')} value={group} label={ageLabels[group]} />
          ))}
        </div>
      </FieldGroup>
      <SelectField
        {...register('gender')}
        label="Género"
        optional
        placeholder="Sin decir"
        options={genderOptions}
        hint="Solo si quiere que los pacientes puedan buscar por él."
        error={errors.gender?.message}
      />
      <TextField
        {...register('videoPlatform')}
        label="Plataforma para videollamadas"
        required={isOnline}
        optional={!isOnline}
        autoComplete="off"
        hint="Por ejemplo, Google Meet o Zoom."
        error={errors.videoPlatform?.message}
      />
      <TextField
        {...register('videoLink')}
        label="Enlace de la sala"
        optional
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        hint={`Todos los pacientes usan este enlace: activa la sala de espera de la plataforma, así entra cada uno cuando lo haces pasar. Lo ven desde ${linkMinutesBefore} minutos antes de su cita, si dieron su consentimiento y confirmaron su correo. Sin él no se ofrecen horas online.`}
        error={errors.videoLink?.message}
      />
      <TextArea {...register('bio')} label="Presentación" optional maxLength={3000} error={errors.bio?.message} />
    </>
  )
}

type ProfessionalValues = z.input<typeof professionalForm>

function professionalValues(professional: TeamProfessional | undefined): ProfessionalValues {
  return {
    name: professional?.name ?? '',
    title: professional?.title ?? '',
    specialties: listText(professional?.specialties ?? []),
    modalities: professional?.modalities ?? ['Presencial'],
    ages: professional?.ages ?? [],
    gender: professional?.gender ?? '',
    videoPlatform: professional?.videoPlatform ?? '',
    videoLink: professional?.videoLink ?? '',
    registrationNumber: professional?.registrationNumber ?? '',
    bio: professional?.bio ?? '',
  }
}
