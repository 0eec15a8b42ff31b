import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { useMe } from '#web/features/auth/use-me.ts'
import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

import type { Access } from './access/access.ts'
import { type AttendeeValues, newPerson } from './attendee-values.ts'

/** The account that confirms: signed in already, or by registration or sign-in at the confirm step. */
export function useBookingAccess({ attendee, confirm }: { attendee: AttendeeValues; confirm: () => void }) {
  const { queries } = useApi()
  const session = useSession()
  const { data: me } = useMe()
  const [access, setAccess] = useState<Access>({ mode: 'register', busy: false })
  const [confirmsOnceReady, setConfirmsOnceReady] = useState(false)
  const [previousStatus, setPreviousStatus] = useState(session.status)
  if (session.status !== previousStatus) {
    setPreviousStatus(session.status)
    // A session that ended belonged to an existing account.
    if (previousStatus === 'signedIn') setAccess({ mode: 'signIn', busy: false })
  }
  const isPatient = session.status === 'signedIn' && me?.registrationPending === false
  const query = useQuery({ ...queries.dependants.list.queryOptions(), enabled: isPatient })
  // A list that cannot be loaded leaves the other choices.
  const dependants = isPatient && query.isPending ? undefined : (isPatient && query.data?.items) || []

  // The new account confirms without another press, as soon as the server has registered it.
  const confirmNow = useEffectEvent(() => {
    setConfirmsOnceReady(false)
    confirm()
  })
  useEffect(() => {
    if (confirmsOnceReady && isPatient) confirmNow()
  }, [confirmsOnceReady, isPatient])

  const known = dependants?.find(({ id }) => id === attendee.dependantId)?.fullName
  const added = attendee.dependantId === newPerson ? attendee.newDependant.fullName || 'Otra persona' : undefined
  return {
    access,
    setAccess,
    confirmOnceSignedIn: () => setConfirmsOnceReady(true),
    confirmsOnceReady,
    dependants,
    attendeeName: added ?? (session.status !== 'signedIn' ? 'Ti' : attendee.dependantId ? known : me?.fullName),
  }
}
