import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'

type Input = {
  centerId: string
  appointment: AgendaAppointment
  /** Called with what is left to collect, when a choice or a response changes it. */
  onLeft: (cents: number) => void
}

/** The patient's promotions and rewards for an appointment, and the one to use: first the promotion that they applied. */
export function useDiscountChoice({ centerId, appointment, onLeft }: Input) {
  const { queries } = useApi()
  const { id: appointmentId, person, dueCents, discountCents } = appointment
  const query = useQuery({
    ...queries.agenda.discounts.queryOptions({ input: { centerId, appointmentId } }),
    enabled: person?.kind === 'patient' && discountCents === 0,
    // What a patient applies while the dialog is closed has to be there when it opens.
    staleTime: 0,
  })
  const [chosen, setChosen] = useState<string>()
  const discounts = query.data?.items ?? []
  const discount = discounts.find(({ id, kind }) => (chosen === undefined ? kind === 'promotion' : id === chosen))
  const leftCents = dueCents - (discount?.discountCents ?? 0)
  const changed = useEffectEvent(onLeft)
  useEffect(() => changed(leftCents), [leftCents])
  return { discounts, discount, choose: setChosen, leftCents, refetch: query.refetch }
}
