import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import { type Api, useApi } from '#web/platform/api.ts'
import { isRefusal } from '#web/platform/error-message.ts'

import { useAgendaRefresh } from '../use-agenda.ts'
import { newEntryKey } from './entry-key.ts'

export type Entry = Omit<Parameters<Api['agenda']['enter']>[0], 'centerId' | 'entryKey'>

/** Enters an appointment. What gets no answer may have been entered: the same words again carry the same key. */
export function useEntry({ centerId }: { centerId: string }) {
  const { api } = useApi()
  const refresh = useAgendaRefresh({ centerId })
  const open = useRef<{ words: string; entryKey: string }>(undefined)
  return useMutation({
    mutationFn: (entry: Entry) => {
      const words = JSON.stringify(entry)
      if (open.current?.words !== words) open.current = { words, entryKey: newEntryKey() }
      return api.agenda.enter({ centerId, entryKey: open.current.entryKey, ...entry })
    },
    onSuccess: refresh,
    onError: (error) => {
      if (!isRefusal(error)) return
      open.current = undefined
      void refresh()
    },
  })
}
