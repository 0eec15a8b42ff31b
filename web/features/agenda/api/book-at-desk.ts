import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import { type Api, useApi } from '#web/platform/api.ts'
import { isRefusal } from '#web/platform/error-message.ts'

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

/** A UUID of version 4. `crypto.randomUUID` is missing where a page isn't served over TLS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
