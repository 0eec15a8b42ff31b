import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

/**
 * What a new password and signing out everywhere do to the calendar feeds of a centre's member, and to the invitations of its
 * owner; undefined for others.
 */
export function useFeedsEnd(): string | undefined {
  const { queries } = useApi()
  const memberships = useQuery(queries.practice.memberships.queryOptions())
  const items = memberships.data?.items ?? []
  if (items.length === 0) return undefined
  const sentences = [
    'Tus direcciones para ver la agenda en otros calendarios dejan de funcionar: crea otras en Sincronizar y vuelve a agregarlas.',
    ...(items.some(({ role }) => role === 'owner')
      ? ['También se retiran las invitaciones a tu equipo que todavía no se aceptaron.']
      : []),
  ]
  return sentences.join(' ')
}
