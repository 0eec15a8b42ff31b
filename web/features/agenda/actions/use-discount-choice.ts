import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'

type Input = {
  centerId: string
  appointment: AgendaAppointment
  /** Called with the amount left to collect when a choice or a response changes it. */
  onLeftChange: (cents: number) => void
}

/** The patient's promotions and rewards for an appointment, and the chosen one: by default the promotion they applied. */
export function useDiscountChoice({ centerId, appointment, onLeftChange }: Input) {
  const { queries } = useApi()
  const { id: appointmentId, person, dueCents, discountCents } = appointment
  const query = useQuery({
    ...queries.agenda.discounts.queryOptions({ input: { centerId, appointmentId } }),
    enabled: person?.kind === 'patient' && discountCents === 0,
    // The dialog must show a promotion that the patient applied since it was last open.
    staleTime: 0,
  })
  const [chosenId, setChosenId] = useState<string>()
  const discounts = query.data?.items ?? []
  const discount = discounts.find(({ id, kind }) => (chosenId === undefined ? kind === 'promotion' : id === chosenId))
  const leftCents = dueCents - (discount?.discountCents ?? 0)
  const notifyLeft = useEffectEvent(onLeftChange)
  useEffect(() => notifyLeft(leftCents), [leftCents])
  const rewardsNotice = query.data?.rewardsNotice ?? null
  return { discounts, rewardsNotice, discount, choose: setChosenId, leftCents, refetch: query.refetch }
}
