import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { PricedService } from '#contract/services.ts'
import { sessionMinutes } from '#contract/session-minutes.ts'
import type { TeamProfessional } from '#contract/team.ts'
import { useServiceTypes } from '#web/features/centers/use-catalogue.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { useAddService } from './api/add-service.ts'
import { useUpdateService } from './api/update-service.ts'
import { type ServiceValues, serviceForm, serviceValues, type TeamService } from './service-values.ts'

/** A professional's service. `service`: undefined to add a new one. */
export function ServiceDialog({
  centerId,
  professional,
  service,
  open,
  onClose,
}: {
  centerId: string
  professional: TeamProfessional
  service: TeamService | undefined
  open: boolean
  onClose: () => void
}) {
  const { queries } = useApi()
  const add = useAddService()
  const update = useUpdateService()
  const { data: center } = useQuery({
    ...queries.practice.profile.queryOptions({ input: { centerId } }),
    enabled: open,
  })
  // The form follows `seen`, so showing the new version needs no call.
  const edited = useEdited(service, () => undefined)
  const form = useForm<ServiceValues, unknown, PricedService>({
    resolver: formResolver(serviceForm),
    // The centre's session length, until another number is typed.
    values: serviceValues({ service: edited.seen, minutes: center?.sessionDuration ?? sessionMinutes.preset }),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting } = form.formState

  async function save(priced: PricedService) {
    try {
      if (edited.seen) {
        const { id: serviceId, version, isActive } = edited.seen
        await update.mutateAsync({ centerId, serviceId, version, isActive, ...priced })
      } else await add.mutateAsync({ centerId, professionalId: professional.id, ...priced })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors(form, error, {
        fields: ['serviceType', 'name'],
        renamed: { priceCents: 'price', durationMinutes: 'duration' },
      })
      return
    }
    toast({ kind: 'success', title: service ? 'Cambios guardados' : 'Servicio agregado', description: priced.name })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        service ? (
          'Editar servicio'
        ) : (
          <>
            Agregar un servicio de <span translate="no">{professional.name}</span>
          </>
        )
      }
      description={service ? 'Las citas ya reservadas conservan su precio y su duración.' : undefined}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={service ? 'Guardar cambios' : 'Agregar servicio'}
      onSubmit={form.handleSubmit(save)}
    >
      <ServiceFields form={form} />
    </FormDialog>
  )
}

function ServiceFields({ form }: { form: UseFormReturn<ServiceValues, unknown, PricedService> }) {
  const { register, setValue, getValues } = form
  const { errors } = form.formState
  const { data: types } = useServiceTypes()
  return (
    <>
      <SelectField
        // A select shows its value only after its options have loaded.
        key={types ? 'known' : 'loading'}
        {...register('serviceType', {
          onChange: () => {
            const type = types?.items.find(({ slug }) => slug === getValues('serviceType'))
            if (type && getValues('name').trim() === '') setValue('name', type.name, { shouldDirty: true })
          },
        })}
        label="Tipo de servicio"
        required
        placeholder={types ? 'Elige uno' : 'Cargando…'}
        options={(types?.items ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        error={errors.serviceType?.message}
      />
      <TextField {...register('name')} label="Nombre" required autoComplete="off" error={errors.name?.message} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...register('price')}
          label="Precio en pesos"
          required
          inputMode="decimal"
          autoComplete="off"
          leading={<span aria-hidden="true">$</span>}
          error={errors.price?.message}
        />
        <TextField
          {...register('duration')}
          label="Duración en minutos"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={errors.duration?.message}
        />
      </div>
    </>
  )
}
