import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** After somebody's data changed: the lists of patients, and the agenda that names them. */
export function useContactsRefresh(): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.contacts.key() }),
      queryClient.invalidateQueries({ queryKey: queries.agenda.key() }),
    ])
  }
}
