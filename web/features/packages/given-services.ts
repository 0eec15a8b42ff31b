import type { TeamProfessional } from '#contract/team.ts'

/** A service of the centre, with all who give it. `id`: the first of their rows; `priceCents`: its lowest price for one session. */
export type GivenService = {
  id: string
  name: string
  priceCents: number
  serviceIds: string[]
  professionals: { id: string; name: string }[]
}

/** The services of a team, by name: those of the same type and name are one, as the server counts them. */
export function givenServices(team: readonly TeamProfessional[]): GivenService[] {
  const byService = new Map<string, GivenService>()
  for (const { id, name, services, isActive } of team) {
    if (!isActive) continue
    for (const service of services) {
      if (!service.isActive) continue
      const key = `${service.serviceType} ${service.name}`
      const { priceCents } = service
      const known = byService.get(key) ?? {
        ...{ id: service.id, name: service.name, priceCents },
        ...{ serviceIds: [], professionals: [] },
      }
      known.priceCents = Math.min(known.priceCents, priceCents)
      known.serviceIds.push(service.id)
      if (!known.professionals.some((each) => each.id === id)) known.professionals.push({ id, name })
      byService.set(key, known)
    }
  }
  return [...byService.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
}
