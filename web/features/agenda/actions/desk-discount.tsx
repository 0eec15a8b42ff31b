import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { brand } from '#contract/brand.ts'
import type { Handover } from '#contract/handovers.ts'
import { cleanedCode, promotionCodeMax } from '#contract/promotion-codes.ts'
import { HandoverCard } from '#web/features/loyalty/handover-card.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage, refusalReason } from '#web/platform/error-message.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

type Input = {
  centerId: string
  appointment: AgendaAppointment
  /** Called with the amount left to collect when a choice or a response changes it. */
  onLeftChange: (cents: number) => void
}

/** As the request names it: a promotion of the centre, or the code that the patient showed. */
type Named = { kind: 'promotion'; id: string } | { kind: 'code'; code: string }
type Option = { value: string; label: string; discountCents: number; named: Named }

/**
 * The centre's promotions that the patient applied, and what the code that the patient shows is for. Chosen by default: the last code,
 * or else the promotion.
 */
export function useDeskDiscount({ centerId, appointment, onLeftChange }: Input) {
  const { queries } = useApi()
  const { id: appointmentId, person, dueCents, discountCents, bookedBy } = appointment
  const ofAppointment = { centerId, appointmentId }
  const canHaveOne = person !== null && person.kind !== 'guest' && discountCents === 0
  const query = useQuery({
    ...queries.agenda.discounts.queryOptions({ input: ofAppointment }),
    enabled: canHaveOne,
    // The dialog must show a promotion that the patient applied since it was last open.
    staleTime: 0,
  })
  const asking = useMutation(queries.agenda.discountOfCode.mutationOptions())
  const [ofCode, setOfCode] = useState<Option>()
  const [chosen, setChosen] = useState<string>()
  const [toHandOver, setToHandOver] = useState<{ code: string; handover: Handover }>()
  const promotions: Option[] = (query.data?.items ?? []).map(({ id, label, discountCents }) => ({
    ...{ value: id, label, discountCents },
    named: { kind: 'promotion', id },
  }))
  const options = ofCode ? [ofCode, ...promotions] : promotions
  const discount = chosen === undefined ? options[0] : options.find(({ value }) => value === chosen)
  const leftCents = dueCents - (discount?.discountCents ?? 0)
  const notifyLeft = useEffectEvent(onLeftChange)
  useEffect(() => notifyLeft(leftCents), [leftCents])

  async function ask(code: string): Promise<string | undefined> {
    setToHandOver(undefined)
    try {
      const found = await asking.mutateAsync({ ...ofAppointment, code })
      if (found.kind === 'handover') {
        setToHandOver({ code, handover: found.handover })
        return undefined
      }
      const { label, discountCents } = found
      setOfCode({ value: code, label, discountCents, named: { kind: 'code', code } })
      setChosen(code)
      return undefined
    } catch (failure) {
      return refusalReason(failure) ?? errorMessage(failure)
    }
  }

  /** After a refusal. What the code takes off may have changed, so the desk types it again. */
  function refetch(error: unknown): void {
    if (errorCode(error) === 'agenda.discount_changed') {
      setOfCode(undefined)
      setChosen(undefined)
    }
    if (canHaveOne) void query.refetch()
  }

  return {
    choice: {
      options,
      value: discount?.value ?? 'none',
      choose: setChosen,
      ofCode,
      centerId,
      toHandOver,
      endHandover: () => setToHandOver(undefined),
      takesCode: canHaveOne && bookedBy === 'patient',
      ask,
    },
    /** As `collect` takes it. */
    discount: discount && { ...discount.named, discountCents: discount.discountCents },
    leftCents,
    refetch,
  }
}

type Props = ReturnType<typeof useDeskDiscount>['choice'] & { disabled: boolean }

export function DeskDiscount({ options, value, choose, ofCode, takesCode, ask, disabled, ...handover }: Props) {
  const { centerId, toHandOver, endHandover } = handover
  return (
    <>
      {options.length > 0 && (
        <SelectField
          label="Descuento del paciente"
          options={[...options.map(optionOf), { value: 'none', label: 'Sin descuento' }]}
          value={value}
          disabled={disabled}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {takesCode && (
        <CodeField
          question={`¿Usa una recompensa o una promoción de ${brand.name}?`}
          label="Código de la recompensa"
          hint={`Pídeselo al paciente: lo ve en «Mis Recompensas», o junto a la promoción de ${brand.name} que aplicó. Cuando anotas el cobro, ${brand.name} le avisa que la usaste.`}
          submitLabel="Ver qué da"
          disabled={disabled}
          status={ofCode && `${ofCode.label}: descuenta ${formatMoney(ofCode.discountCents)}.`}
          maxLength={4 * promotionCodeMax}
          clean={cleanedCode}
          onSubmit={ask}
        />
      )}
      {toHandOver && <HandoverCard key={toHandOver.code} centerId={centerId} {...toHandOver} onDone={endHandover} />}
    </>
  )
}

function optionOf({ value, label, discountCents }: Option) {
  return { value, label: `${label}: −${formatMoney(discountCents)}` }
}
