import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { packageLimits } from '#contract/package-limits.ts'
import type { PackageOffer } from '#contract/packages.ts'
import { cleanDigits } from '#contract/pasted-text.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { type GivenService, givenServices } from './given-services.ts'

const { sessions, days } = packageLimits
const whole = ({ min, max }: { min: number; max: number }, message: string) =>
  z
    .string()
    .transform((text) => Number(cleanDigits(text) || Number.NaN))
    .refine((count) => Number.isInteger(count) && count >= min && count <= max, message)

const offerForm = z.object({
  serviceId: z.string().min(1, 'Elige el servicio'),
  /** Empty: all who give the service. */
  professionalIds: z.array(z.string()),
  sessions: whole(sessions, `Escribe de ${sessions.min} a ${sessions.max} sesiones`),
  priceCents: z
    .string()
    .transform((text) => typedMoney(text) ?? 0)
    .refine(
      (cents) => cents >= 1 && cents <= packageLimits.priceCents,
      'Escribe el precio en pesos, por ejemplo 12500',
    ),
  validityDays: whole(days, `Escribe de ${days.min} a ${days.max} días`),
})
type Typed = z.input<typeof offerForm>
type Offer = z.output<typeof offerForm>

const emptyOffer: Typed = { serviceId: '', professionalIds: [], sessions: '10', priceCents: '', validityDays: '180' }

function typedOf(offer: PackageOffer, services: readonly GivenService[]): Typed {
  const { serviceId, professionalIds, priceCents, validityDays } = offer
  // One row of the service stands for those of all who give it.
  const service = services.find(({ serviceIds }) => serviceId !== null && serviceIds.includes(serviceId))
  return {
    serviceId: service?.id ?? '',
    professionalIds: professionalIds ?? [],
    sessions: String(offer.sessions),
    priceCents: pesosText(priceCents),
    validityDays: String(validityDays),
  }
}

type Props = { centerId: string; offer: PackageOffer | undefined; onClose: () => void }

/** Creates or edits a package that the centre sells. */
export function OfferDialog({ centerId, offer, onClose }: Props) {
  const { queries } = useApi()
  const team = useQuery(queries.team.get.queryOptions({ input: { centerId } }))
  const services = givenServices(team.data?.professionals ?? [])
  const creating = useMutation(queries.packages.createOffer.mutationOptions())
  const updating = useMutation(queries.packages.updateOffer.mutationOptions())
  // The form follows `seen`, so showing the new version needs no call.
  const edited = useEdited(offer, () => undefined)
  const form = useForm<Typed, unknown, Offer>({
    resolver: formResolver(offerForm),
    values: edited.seen ? typedOf(edited.seen, services) : emptyOffer,
    resetOptions: { keepDirtyValues: true },
  })
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  const [serviceId, sessionsText, priceText] = useWatch({ control, name: ['serviceId', 'sessions', 'priceCents'] })
  const service = services.find(({ id }) => id === serviceId)
  const professionals = service?.professionals ?? []

  async function save({ professionalIds, ...terms }: Offer) {
    const chosen = professionals.filter(({ id }) => professionalIds.includes(id)).map(({ id }) => id)
    const isActive = edited.seen?.isActive ?? true
    const fields = { ...terms, isActive, professionalIds: chosen.length === 0 ? null : chosen }
    try {
      if (edited.seen) {
        const { id: offerId, version } = edited.seen
        await updating.mutateAsync({ centerId, offerId, version, ...fields })
      } else await creating.mutateAsync({ centerId, ...fields })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors(form, error, {
        fields: [
          'serviceId',
          'sessions',
          'priceCents',
          'validityDays',
          ...(professionals.length > 1 ? (['professionalIds'] as const) : []),
        ],
        codes: { 'packages.not_given': 'serviceId' },
      })
      return
    }
    toast({ kind: 'success', title: offer ? 'Cambios guardados' : 'Bono creado' })
    onClose()
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={offer ? 'Editar bono' : 'Crear bono'}
      description={offer ? 'Los que ya vendiste quedan como se vendieron.' : undefined}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={offer ? 'Guardar cambios' : 'Crear bono'}
      onSubmit={form.handleSubmit(save)}
    >
      <SelectField
        // A select whose options arrive later shows another one.
        key={services.length}
        {...register('serviceId')}
        label="Servicio"
        required
        placeholder="Elige el servicio"
        options={services.map(({ id, name }) => ({ value: id, label: name }))}
        error={errors.serviceId?.message}
      />
      {professionals.length > 1 && (
        <FieldGroup
          legend="Quién lo da"
          hint="Sin elegir a nadie, todos los que dan el servicio."
          error={errors.professionalIds?.message}
        >
          {professionals.map(({ id, name }) => (
            <CheckboxField
              key={id}
              {...register('professionalIds')}
              value={id}
              label={<span translate="no">{name}</span>}
            />
          ))}
        </FieldGroup>
      )}
      <TextField
        {...register('sessions')}
        label="Sesiones"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        error={errors.sessions?.message}
      />
      <TextField
        {...register('priceCents')}
        label="Precio de todas juntas"
        required
        leading="$"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        hint={eachText({ service, sessions: Number(cleanDigits(sessionsText)), priceCents: typedMoney(priceText) })}
        error={errors.priceCents?.message}
      />
      <TextField
        {...register('validityDays')}
        label="Vale por cuántos días"
        hint="Desde el día de la venta. Las sesiones que no se usen se pierden."
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        error={errors.validityDays?.message}
      />
    </FormDialog>
  )
}

type TypedTerms = { service: GivenService | undefined; sessions: number; priceCents: number | undefined }

/** What one session comes to, beside its price without the package. */
function eachText({ service, sessions, priceCents }: TypedTerms): string | undefined {
  const single = service && `Una sola cuesta ${formatMoney(service.priceCents)}.`
  if (priceCents === undefined || !(sessions > 0)) return single
  return [`Cada sesión sale ${formatMoney(Math.floor(priceCents / sessions))}.`, single].filter(Boolean).join(' ')
}
