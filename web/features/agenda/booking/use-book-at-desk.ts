import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import { type Api, useApi } from '#web/platform/api.ts'
import { isRefusal } from '#web/platform/error-message.ts'

import { useAgendaRefresh } from '../use-agenda.ts'
import { newEntryKey } from './idempotency-key.ts'

export type Entry = Omit<Parameters<Api['agenda']['book']>[0], 'centerId' | 'idempotencyKey'>

/** Enters an appointment. What gets no answer may have been entered: the same words again carry the same key. */
export function useBookAtDesk({ centerId }: { centerId: string }) {
  const { api } = useApi()
  const refresh = useAgendaRefresh({ centerId })
  const open = useRef<{ words: string; idempotencyKey: string }>(undefined)
  return useMutation({
    mutationFn: (entry: Entry) => {
      const words = JSON.stringify(entry)
      if (open.current?.words !== words) open.current = { words, idempotencyKey: newEntryKey() }
      return api.agenda.book({ centerId, idempotencyKey: open.current.idempotencyKey, ...entry })
    },
    onSuccess: refresh,
    onError: (error) => {
      if (!isRefusal(error)) return
      open.current = undefined
      void refresh()
    },
  })
}
