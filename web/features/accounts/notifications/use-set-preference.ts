import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { NotificationPreference } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'

/** Turns a switch at once and saves it behind; what could not be saved turns back and says so. */
export function useSetPreference(): (preference: NotificationPreference) => void {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const key = queries.notifications.preferences.queryKey()
  const mutationKey = ['notifications', 'set']

  function showSwitch({ kind, byMail }: NotificationPreference) {
    queryClient.setQueryData(
      key,
      (known) => known && { items: known.items.map((item) => (item.kind === kind ? { kind, byMail } : item)) },
    )
  }

  const { mutate } = useMutation({
    mutationKey,
    // Off line it fails and says so, instead of waiting on a page that may be closed.
    networkMode: 'always',
    // One after the other: the last turn of a switch is the one that stays.
    scope: { id: 'notification-preferences' },
    mutationFn: (preference: NotificationPreference) => api.notifications.setPreference(preference),
    onError: (error, { kind, byMail }) => {
      showSwitch({ kind, byMail: !byMail })
      toast({ kind: 'destructive', title: 'No se guardó el cambio', description: errorMessage(error) })
    },
    onSettled: () => {
      // Not while another turn is on its way: an older answer would undo it on the screen.
      if (queryClient.isMutating({ mutationKey }) > 1) return undefined
      return queryClient.invalidateQueries({ queryKey: key })
    },
  })

  return (preference) => {
    // `onMutate` of a turn that waits for another comes too late: a switch moves under the finger.
    void queryClient.cancelQueries({ queryKey: key })
    showSwitch(preference)
    mutate(preference)
  }
}
