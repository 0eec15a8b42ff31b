import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { NotificationPreference } from '#contract/notifications.ts'
import { useApi } from '#web/platform/api.ts'

/** Shows the switch in its new position immediately, and in its old one when saving fails. */
export function useSetPreference() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const key = queries.notifications.preferences.queryKey()
  const mutationKey = queries.notifications.setPreference.mutationKey()

  function showSwitch(changed: NotificationPreference) {
    queryClient.setQueryData(
      key,
      (known) => known && { items: known.items.map((item) => (item.kind === changed.kind ? changed : item)) },
    )
  }

  const mutation = useMutation(
    queries.notifications.setPreference.mutationOptions({
      meta: { refetch: 'own' },
      // Serialised, so that the last position of a switch is the one that is saved.
      scope: { id: 'notification-preferences' },
      onError: () => queryClient.invalidateQueries({ queryKey: key }),
      onSettled: () => {
        // While another change is being saved, an older response would undo it on the screen.
        if (queryClient.isMutating({ mutationKey }) > 1) return undefined
        return queryClient.invalidateQueries({ queryKey: key })
      },
    }),
  )

  return {
    ...mutation,
    mutateAsync: async (preference: NotificationPreference) => {
      // `onMutate` would run only after the pending change: until then, the switch would show its old position.
      void queryClient.cancelQueries({ queryKey: key })
      showSwitch(preference)
      return await mutation.mutateAsync(preference)
    },
  }
}
