import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import type { ActionInput, ActionRow, OfferedAction } from '../offered-action.ts'

/** Takes an action on rows, each with the latest action on it that the member of staff saw. */
export function useTakeAction<Row extends ActionRow & { lastActionId?: string | null }>(action: OfferedAction<Row>) {
  const { api } = useApi()
  return useMutation({
    // By this key what the route changes is refetched.
    mutationKey: [action.route, { type: 'mutation' }],
    mutationFn: ({ rows, ...input }: ActionInput & { rows: readonly Row[] }) => {
      const targets = rows.map(({ id, lastActionId = null }) => ({ id, lastActionId }))
      return action.send(api, { ...input, rows, targets })
    },
  })
}
