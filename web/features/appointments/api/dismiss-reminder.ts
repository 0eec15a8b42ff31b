import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/platform/api.ts'
import { openTabChannel } from '#web/platform/tab-channel.ts'

const channelName = 'senda.reminders'

/** Dismisses a reminder, or restores it. The browser's other tabs refetch theirs. */
export function useDismissReminder() {
  const { queries } = useApi()
  const onSuccess = () => {
    const channel = openTabChannel(channelName)
    channel?.postMessage('changed')
    channel?.close()
  }
  return {
    dismiss: useMutation(queries.reminders.dismiss.mutationOptions({ onSuccess })),
    restore: useMutation(queries.reminders.restore.mutationOptions({ onSuccess })),
  }
}

/** Refetches the reminders when another tab dismisses one, which sends no live event. */
export function useReminderChanges(): void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  useEffect(() => {
    const channel = openTabChannel(channelName)
    if (!channel) return undefined
    channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: queries.reminders.key() })
    return () => channel.close()
  }, [queryClient, queries])
}
