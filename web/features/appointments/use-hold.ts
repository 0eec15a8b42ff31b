import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { type Api, useApi } from '#web/platform/api.ts'
import { UserFacingError } from '#web/platform/error-message.ts'
import { useSession } from '#web/platform/session.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'

/** The held time of a visitor without an account belongs to a cookie. */
const cookiesBlocked =
  'Tu navegador bloquea las cookies, y sin ellas no podemos guardarte la hora. Permítelas para este sitio, o entra a tu cuenta antes de elegirla.'

/** The time that the server holds for this visitor, with or without an account; it outlives reloads and signing in. */
export function useHold() {
  const { queries } = useApi()
  const hydrated = useHydrated()
  const queryClient = useQueryClient()
  const release = useReleaseHold()
  const current = useQuery({ ...queries.appointments.currentHold.queryOptions(), enabled: hydrated, staleTime: 0 })
  return {
    /** Undefined until the server has responded. */
    appointment: current.data ? current.data.appointment : undefined,
    isKnown: current.data !== undefined || current.isError,
    /** Refetches the hold; without a response, it keeps the known hold. */
    refetch: async () => (await current.refetch()).data?.appointment ?? undefined,
    /** Called after the hold expired or became an appointment. */
    clear: () => {
      queryClient.setQueryData(queries.appointments.currentHold.queryKey(), { appointment: null })
      void queryClient.invalidateQueries({ queryKey: queries.appointments.freeTimes.key() })
    },
    release: () => release.mutate(undefined),
  }
}

/** A booking's held time. With `centerId`, it may have been held before, at this centre; without, it is one held here. */
export function useHeldTime({ centerId }: { centerId?: string } = {}) {
  const { appointment: current, isKnown, refetch, clear, release } = useHold()
  const holding = useHoldAppointment()
  // The server shows a hold of an account only to that account's session, so this copy stays while the user signs in again.
  const [holdCopy, setHoldCopy] = useState<Appointment>()
  const atCenter = current?.center.id === centerId ? current : current ? undefined : holdCopy
  const hold = centerId === undefined ? holdCopy : (atCenter ?? undefined)
  return {
    isKnown,
    /** The server responded that the visitor holds no time. */
    isGone: current === null,
    hold,
    holdElsewhere: current && !hold ? current : undefined,
    holding,
    pendingAt: holding.isPending ? holding.variables.startsAt : undefined,
    refetch,
    keepCopy: (copy = hold) => setHoldCopy(copy),
    discardCopy: () => setHoldCopy(undefined),
    clear: () => {
      setHoldCopy(undefined)
      clear()
    },
    release: () => {
      if (hold) release()
      setHoldCopy(undefined)
    },
  }
}

export type HeldTime = ReturnType<typeof useHeldTime>

/** Holds a time for this visitor. A second hold replaces the first. */
function useHoldAppointment() {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const queryKey = queries.appointments.currentHold.queryKey()
  const { status } = useSession()
  return useMutation({
    mutationKey: queries.appointments.hold.mutationKey(),
    meta: { refetch: 'background' },
    mutationFn: async (input: Parameters<Api['appointments']['hold']>[0]) => {
      if (status !== 'signedIn' && !navigator.cookieEnabled) throw new UserFacingError(cookiesBlocked)
      // A response that is still under way describes the hold before this one.
      await queryClient.cancelQueries({ queryKey })
      return await api.appointments.hold(input)
    },
    onSuccess: (appointment) => void queryClient.setQueryData(queryKey, { appointment }),
  })
}

function useReleaseHold() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.appointments.release.mutationOptions({
      onMutate: () => void queryClient.setQueryData(queries.appointments.currentHold.queryKey(), { appointment: null }),
      meta: { refetch: 'background' },
    }),
  )
}
