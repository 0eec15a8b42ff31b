import { useMutation } from '@tanstack/react-query'
import { type Api, useApi } from '#web/platform/api.ts'
import { isRefusal } from '#web/platform/error-message.ts'
import { useRequestKeys } from '#web/platform/idempotency-key.ts'
import { useSendWhileShown } from '#web/platform/while-shown.ts'

export type DeskSeries = Omit<Parameters<Api['agenda']['bookSeries']>[0], 'idempotencyKey'>

/** A request without a response may have booked: the same content is sent again with the same key. */
export function useBookSeries() {
  const { api, queries } = useApi()
  const sendWhileShown = useSendWhileShown()
  const keys = useRequestKeys()
  return useMutation({
    mutationKey: queries.agenda.bookSeries.mutationKey(),
    mutationFn: (series: DeskSeries) => {
      const idempotencyKey = keys.keyOf(series)
      return sendWhileShown(() => api.agenda.bookSeries({ ...series, idempotencyKey }))
    },
    onError: (error) => {
      if (isRefusal(error)) keys.answered()
    },
  })
}
