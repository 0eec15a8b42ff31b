import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { useMe } from '#web/features/auth/use-me.ts'
import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

import type { Access } from './access/access.ts'

/** The account that confirms: signed in already, or by registration or sign-in at the confirm step. */
export function useBookingAccess({ dependantId, confirm }: { dependantId: string; confirm: () => void }) {
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
  const { data } = useQuery({ ...queries.dependants.list.queryOptions(), enabled: isPatient })
  const dependants = (isPatient && data?.items) || []

  // The new account confirms without another press, as soon as the server has registered it.
  const confirmNow = useEffectEvent(() => {
    setConfirmsOnceReady(false)
    confirm()
  })
  useEffect(() => {
    if (confirmsOnceReady && isPatient) confirmNow()
  }, [confirmsOnceReady, isPatient])

  const attendee = dependants.find(({ id }) => id === dependantId)?.fullName ?? me?.fullName
  return {
    access,
    setAccess,
    confirmOnceSignedIn: () => setConfirmsOnceReady(true),
    confirmsOnceReady,
    dependants,
    attendeeName: session.status === 'signedIn' ? attendee : 'Ti',
  }
}
