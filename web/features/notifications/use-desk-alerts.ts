import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { useLive } from '#web/platform/live.ts'
import { NavigateContext } from '#web/ui/anchor.tsx'
import { toast } from '#web/ui/toast.ts'
import { hasDeskSound, playDeskSound } from './desk-sound.ts'

const deskPath = '/center/dashboard'

/** Announces new notifications about the centre's appointments with a toast and a sound, anywhere in its dashboard. */
export function useDeskAlerts(): void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const navigate = useContext(NavigateContext)
  /** The newest notification before the dashboard was opened, by the server's clock. */
  const newestAtStart = useRef<string>(undefined)
  const shownIds = useRef(new Set<string>())

  async function show(): Promise<void> {
    const newest = newestAtStart.current
    if (newest === undefined) return
    const options = queries.notifications.list.queryOptions({ input: { only: 'unread' } })
    const { items } = await queryClient.fetchQuery({ ...options, staleTime: 0 })
    const fresh = items.filter(
      ({ id, type, href, timestamp }) =>
        type === 'appointment' && href.startsWith(deskPath) && timestamp > newest && !shownIds.current.has(id),
    )
    // A card over an open dialog would cover what the receptionist is doing. The sound and the bell remain.
    const isBusy = document.querySelector('dialog[open], [role=dialog]') !== null
    for (const { id, title, message, href } of fresh) {
      shownIds.current.add(id)
      if (isBusy) continue
      // In the title, because a card replaces an earlier one with the same title.
      toast({
        title: `${title}: ${message}`,
        durationMs: 10_000,
        ...(navigate && { action: { label: 'Ver', onPress: () => navigate(href) } }),
      })
    }
    if (fresh.length > 0 && hasDeskSound()) void playDeskSound()
  }

  useEffect(() => {
    const first = queries.notifications.list.queryOptions({ input: { limit: 1 } })
    void queryClient.fetchQuery({ ...first, staleTime: 0 }).then(
      ({ items }) => {
        newestAtStart.current ??= items[0]?.timestamp ?? ''
      },
      () => undefined,
    )
  }, [queries, queryClient])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive((event) => {
    if (event.about !== 'notification') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void show().catch(() => undefined), 100)
  })
}
