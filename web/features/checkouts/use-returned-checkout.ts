import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { useApi } from '#web/platform/api.ts'
import { toast } from '#web/ui/toast.ts'
import { announcePaid, isSettled, useCheckoutResult } from './use-checkout-result.ts'

/** Most payments are decided before; a patient who left the page without paying reads nothing else. */
const waitMs = 10_000

/**
 * After the return from the gateway's page: announces how the checkout in the URL ended, or that it is undecided, and removes it from the
 * URL. What the gateway has added to the URL, as the payment's number, goes at once, so that it is in no bookmark, history or screenshot.
 * `ownSearch`: what the page itself keeps in the URL.
 */
export function useReturnedCheckout<Search extends { checkout?: string }>(ownSearch: Search): void {
  const { checkout: checkoutId } = ownSearch
  const navigate = useNavigate({ from: '/dashboard' })
  const router = useRouter()
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const { data, error } = useCheckoutResult(checkoutId)

  const replaceSearch = (search: Search) => void navigate({ search, replace: true, resetScroll: false })
  const leave = () => replaceSearch({ ...ownSearch, checkout: undefined })
  const keepOwn = useEffectEvent(() => replaceSearch(ownSearch))
  useEffect(() => {
    if (checkoutId !== undefined) keepOwn()
  }, [checkoutId])
  const finish = useEffectEvent(() => {
    if (data?.status === 'approved') announcePaid(data, (href) => router.history.push(href))
    else {
      const appointmentId = data?.appointmentId
      toast({
        kind: 'destructive',
        title: 'Error en el pago',
        description: data?.declineReason ?? 'No se pudo procesar el pago. Intenta nuevamente.',
        // The form is on this page no more: one press opens it again.
        ...(appointmentId && {
          durationMs: 12_000,
          action: {
            label: 'Intentar de nuevo',
            onPress: () =>
              router.history.push(`/dashboard?${new URLSearchParams({ appointment: appointmentId, act: 'pay' })}`),
          },
        }),
      })
    }
    const { checkouts, appointments, packages } = queries
    for (const queryKey of [checkouts.list.key(), checkouts.get.key(), appointments.key(), packages.mine.key()]) {
      void queryClient.invalidateQueries({ queryKey })
    }
    leave()
  })
  const stopWaiting = useEffectEvent(() => {
    toast({
      kind: 'success',
      title: 'Todavía no vimos tu pago',
      description:
        'Si pagaste, lo confirmamos en unos minutos y te mandamos el recibo. Si no terminaste, puedes pagar cuando quieras.',
      durationMs: 12_000,
    })
    leave()
  })
  const hasEnded = checkoutId !== undefined && (error !== null || (data !== undefined && isSettled(data)))
  useEffect(() => {
    if (hasEnded) finish()
  }, [hasEnded])
  const isUndecided = data !== undefined && !isSettled(data)
  useEffect(() => {
    if (!isUndecided) return undefined
    const timer = setTimeout(() => stopWaiting(), waitMs)
    return () => clearTimeout(timer)
  }, [isUndecided])
}
