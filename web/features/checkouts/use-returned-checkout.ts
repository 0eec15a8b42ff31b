import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { useApi } from '#web/platform/api.ts'
import { toast } from '#web/ui/toast.ts'
import { announcePaid, isSettled, useCheckoutResult } from './use-checkout-result.ts'

/** After the return from the gateway's page: announces how the checkout in the URL ended, and removes it from the URL. */
export function useReturnedCheckout(checkoutId: string | undefined): void {
  const navigate = useNavigate({ from: '/dashboard' })
  const router = useRouter()
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const { data, error } = useCheckoutResult(checkoutId)

  const finish = useEffectEvent(() => {
    if (data?.status === 'approved') announcePaid(data, (href) => router.history.push(href))
    else {
      const description = data?.declineReason ?? 'No se pudo procesar el pago. Intenta nuevamente.'
      toast({ kind: 'destructive', title: 'Error en el pago', description })
    }
    for (const queryKey of [queries.checkouts.list.key(), queries.checkouts.get.key(), queries.appointments.key()]) {
      void queryClient.invalidateQueries({ queryKey })
    }
    void navigate({ search: (before) => ({ ...before, checkout: undefined }), replace: true, resetScroll: false })
  })
  const hasEnded = checkoutId !== undefined && (error !== null || (data !== undefined && isSettled(data)))
  useEffect(() => {
    if (hasEnded) finish()
  }, [hasEnded])
}
