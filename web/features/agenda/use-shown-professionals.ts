import { useMemo } from 'react'

import type { AgendaProfessional } from '#contract/agenda.ts'
import type { Membership } from '#contract/memberships.ts'

import { allProfessionals } from './agenda-search.ts'
import type { AgendaPlace } from './use-agenda-place.ts'
import { useIsWide } from './use-is-wide.ts'

/** The professionals in view. By default: all of them; on a phone, the member's own column where there is one. */
export function useShownProfessionals({
  membership,
  place,
  professionals,
}: {
  membership: Membership
  place: AgendaPlace
  professionals: readonly AgendaProfessional[] | undefined
}): { chosen: string; professionals: readonly AgendaProfessional[] } {
  const isWide = useIsWide()
  const named = place.professional
  return useMemo(() => {
    const all = professionals ?? []
    const own = isWide ? undefined : membership.professionalId
    const one = all.length === 1 ? all[0] : all.find(({ id }) => id === (named ?? own))
    return one ? { chosen: one.id, professionals: [one] } : { chosen: allProfessionals, professionals: all }
  }, [professionals, named, isWide, membership.professionalId])
}
