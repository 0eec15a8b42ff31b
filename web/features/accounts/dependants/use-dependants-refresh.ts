import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** After one of them was added, changed or taken away. Resolves when the list is fresh. */
export function useDependantsRefresh(): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: queries.dependants.key() })
}
