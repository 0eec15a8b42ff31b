import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'

import { useApi } from '#web/platform/api.ts'
import { useLive } from '#web/platform/live.ts'
import { NavigateContext } from '#web/ui/anchor.tsx'
import { toast } from '#web/ui/toast.ts'
import { hasDeskSound, playDeskSound } from './desk-sound.ts'

const deskPath = '/center/dashboard'

/** Shows and sounds what happens at the desk, anywhere in the centre's dashboard: a new booking, a request, a cancellation. */
export function useDeskAlerts(): void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const navigate = useContext(NavigateContext)
  const [openedAt] = useState(() => new Date().toISOString())
  const shown = useRef(new Set<string>())

  async function show(): Promise<void> {
    const options = queries.notifications.list.queryOptions({ input: { only: 'unread' } })
    const { items } = await queryClient.fetchQuery({ ...options, staleTime: 0 })
    const fresh = items.filter(
      ({ id, type, href, createdAt }) =>
        type === 'appointment' && href.startsWith(deskPath) && createdAt > openedAt && !shown.current.has(id),
    )
    // A card over an open dialog would cover what the receptionist is doing. The sound and the bell remain.
    const isBusy = document.querySelector('dialog[open], [role=dialog]') !== null
    for (const { id, title, message, href } of fresh) {
      shown.current.add(id)
      if (isBusy) continue
      toast({
        title,
        description: message,
        durationMs: 10_000,
        ...(navigate && { action: { label: 'Ver', onPress: () => navigate(href) } }),
      })
    }
    if (fresh.length > 0 && hasDeskSound()) playDeskSound()
  }

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive((event) => {
    if (event.about !== 'notification') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void show().catch(() => undefined), 100)
  })
}
