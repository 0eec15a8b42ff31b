import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

/** What a new password and signing out everywhere do to the calendar feeds of a centre's member; undefined for others. */
export function useFeedsEnd(): string | undefined {
  const { queries } = useApi()
  const memberships = useQuery(queries.practice.memberships.queryOptions())
  const isMember = (memberships.data?.items.length ?? 0) > 0
  return isMember
    ? 'Tus direcciones para ver la agenda en otros calendarios dejan de funcionar: crea otras en Sincronizar y vuelve a agregarlas.'
    : undefined
}
