import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'
import type { ShowDialog } from './agenda-dialog.ts'
import { readPerson } from './person-param.ts'
import type { AgendaPlace } from './use-agenda-place.ts'

type Options = {
  centerId: string
  place: AgendaPlace
  show: ShowDialog
  /** Whether the dialog can open. */
  isReady: boolean
}

/** A link to book for a person opens the dialog with them once; then the URL no longer names them. */
export function useLinkedPerson({ centerId, place, show, isReady }: Options): void {
  const { queries } = useApi()
  const person = readPerson(place.personToBook)
  const { data, error } = useQuery({
    ...queries.contacts.get.queryOptions({
      input: { centerId, kind: person?.kind ?? 'guest', personId: person?.id ?? '' },
    }),
    enabled: person !== undefined,
  })
  const contact = person && isReady ? data?.contact : undefined
  const isFound = contact !== undefined
  const open = useEffectEvent(() => {
    if (!contact) return
    const { kind, id, name, phone, dependant } = contact
    place.go({ accion: undefined, paciente: undefined }, { replace: true })
    show({ kind: 'book', person: { kind, id, name, phone, dependant } })
  })
  useEffect(() => {
    if (isFound) open()
  }, [isFound])

  const giveUp = useEffectEvent(() => {
    toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    place.go({ accion: undefined, paciente: undefined }, { replace: true })
  })
  const isLost = person !== undefined && error !== null
  useEffect(() => {
    if (isLost) giveUp()
  }, [isLost])
}
