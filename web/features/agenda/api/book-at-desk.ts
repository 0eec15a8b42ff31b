import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import { type Api, useApi } from '#web/platform/api.ts'
import { isRefusal } from '#web/platform/error-message.ts'
import { newIdempotencyKey } from '#web/platform/idempotency-key.ts'

import { useRefreshAgenda } from './refresh-agenda.ts'

export type DeskBooking = Omit<Parameters<Api['agenda']['book']>[0], 'idempotencyKey'>

/** A request without a response may have booked: the same content is sent again with the same key. */
export function useBookAtDesk() {
  const { api } = useApi()
  const refresh = useRefreshAgenda()
  const last = useRef<{ content: string; idempotencyKey: string }>(undefined)
  return useMutation({
    // Without a connection it waits, and the button shows that it does.
    networkMode: 'online',
    mutationFn: (booking: DeskBooking) => {
      const content = JSON.stringify(booking)
      if (last.current?.content !== content) last.current = { content, idempotencyKey: newIdempotencyKey() }
      return api.agenda.book({ ...booking, idempotencyKey: last.current.idempotencyKey })
    },
    onSuccess: (_booked, input) => refresh(input),
    onError: (error, input) => {
      if (!isRefusal(error)) return
      last.current = undefined
      void refresh(input)
    },
  })
}
