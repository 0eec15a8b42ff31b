import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'

const restMs = 180
const shown = 8

/** Those of the centre's patients whose name or telephone fits what is typed, once the typing rests. */
export function usePeople({ centerId, text }: { centerId: string; text: string }) {
  const { queries } = useApi()
  const typed = text.trim()
  const debounced = useDebounced(typed, restMs)
  const isEnough = debounced.length >= 2
  const query = useQuery({
    ...queries.contacts.list.queryOptions({ input: { centerId, q: debounced, limit: shown } }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  return {
    people: isEnough && typed.length >= 2 ? (query.data?.items ?? []) : [],
    isPending: typed.length >= 2 && (typed !== debounced || query.isFetching),
    error: isEnough ? query.error : null,
    /** The answer is about what stands in the field. */
    isAnswered: isEnough && typed === debounced && query.isSuccess && !query.isPlaceholderData,
  }
}
