import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/platform/api.ts'

const channelName = 'senda.reminders'

/** Dismisses a reminder, or shows it again. The response is the new list, and the browser's other tabs read theirs again. */
export function useDismissReminder() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = queries.reminders.list.queryOptions()
  const onSuccess = (list: object) => {
    queryClient.setQueryData(queryKey, list as never)
    const channel = new BroadcastChannel(channelName)
    channel.postMessage('changed')
    channel.close()
  }
  return {
    dismiss: useMutation(queries.reminders.dismiss.mutationOptions({ onSuccess })),
    restore: useMutation(queries.reminders.restore.mutationOptions({ onSuccess })),
  }
}

/** Reads the reminders again when another tab has dismissed one. A live stream for each tab would use up the connections. */
export function useReminderChanges(): void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: queries.reminders.key() })
    return () => channel.close()
  }, [queryClient, queries])
}
