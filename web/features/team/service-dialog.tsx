import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { sessionMinutes } from '#contract/calendar.ts'
import type { OfferedService } from '#contract/services.ts'
import type { TeamProfessional } from '#contract/team.ts'
import { defaultVatPercent, vatNames, vatPercents } from '#contract/vat.ts'
import { renamedServiceFields, ServiceFields, serviceValues } from '#web/features/centers/service-fields.tsx'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { DepositFields } from './deposit-fields.tsx'
import { depositValues, type TypedOffer, typedOffer } from './typed-offer.ts'

export type TeamService = TeamProfessional['services'][number]

const renamedFields = { ...renamedServiceFields, depositCents: 'deposit', depositPercent: 'deposit' } as const

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
  const add = useMutation(queries.team.addService.mutationOptions())
  const update = useMutation(queries.team.updateService.mutationOptions())
  const { data: center } = useQuery({
    ...queries.practice.profile.queryOptions({ input: { centerId } }),
    enabled: open,
  })
  // The form follows `seen`, so showing the new version needs no call.
  const edited = useEdited(service, () => undefined)
  const { data: team } = useQuery({ ...queries.team.get.queryOptions({ input: { centerId } }), enabled: open })
  const form = useForm<TypedOffer, unknown, OfferedService>({
    resolver: formResolver(typedOffer),
    // The centre's session length, until another number is typed.
    values: {
      ...serviceValues(edited.seen, { duration: String(center?.sessionDuration ?? sessionMinutes.preset) }),
      ...depositValues(edited.seen),
      vatPercent: String(edited.seen?.vatPercent ?? defaultVatPercent),
    },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting } = form.formState

  async function save(priced: OfferedService) {
    try {
      if (edited.seen) {
        const { id: serviceId, version, isActive } = edited.seen
        await update.mutateAsync({ centerId, serviceId, version, isActive, ...priced })
      } else await add.mutateAsync({ centerId, professionalId: professional.id, ...priced })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      const fields = Object.keys(form.getValues()) as (keyof TypedOffer)[]
      applyServerErrors(form, error, { fields, renamed: renamedFields })
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
      description={service ? 'Las citas ya reservadas conservan su precio, su IVA, su duración y su seña.' : undefined}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={service ? 'Guardar cambios' : 'Agregar servicio'}
      onSubmit={form.handleSubmit(save)}
    >
      {/* Type, name and IVA have a row each; price and duration share one. */}
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:[&>:nth-child(-n+2)]:col-span-2">
        <ServiceFields
          form={form}
          nameOf={(field) => field}
          errorOf={(name) => form.getFieldState(name, form.formState).error?.message}
        />
        <SelectField
          {...form.register('vatPercent')}
          label="IVA incluido en el precio"
          required
          options={vatPercents.map((percent) => ({ value: String(percent), label: vatNames[percent] }))}
          hint="Si no sabes cuál va, pregúntale a tu contador."
          error={errors.vatPercent?.message}
          className="sm:col-span-2"
        />
      </div>
      <DepositFields form={form} paysOnline={team?.paysOnline !== false} />
    </FormDialog>
  )
}
