import { recognizeSpecialties } from '#contract/recognize-specialties.ts'
import { specialties as known } from '#contract/specialties.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'

type Given = { professionalName: string; specialties: string }
type Card<Member> = { specialties: readonly string[]; team: readonly Member[] }

/**
 * What a card shows among the centres of one service: the specialties of the service first, then those of the professionals who
 * give it, and these professionals before the rest of the team. `given`: the offers of the service that the card is about.
 */
export function serviceFirst<Member extends { name: string; photoUrl: string | null }>(
  { specialties, team }: Card<Member>,
  { service, given }: { service: ServiceSlug; given: readonly Given[] },
): { specialties: string[]; team: (Member | { name: string; photoUrl: null })[] } {
  const ofGivers = given.flatMap((each) => each.specialties.split('\n').filter(Boolean))
  const rankOf = (name: string) => (isOfService(name, service) ? 0 : ofGivers.includes(name) ? 1 : 2)
  const givers = new Set(given.map(({ professionalName }) => professionalName))
  const shown = team.filter(({ name }) => givers.has(name))
  // The first of the team are those with a portrait, who may give other services.
  const [first] = givers
  const missing = shown.length === 0 && first !== undefined ? [{ name: first, photoUrl: null }] : []
  return {
    specialties: specialties.toSorted((a, b) => rankOf(a) - rankOf(b)),
    team: [...missing, ...shown, ...team.filter(({ name }) => !givers.has(name))].slice(0, 3),
  }
}

function isOfService(name: string, service: ServiceSlug): boolean {
  return recognizeSpecialties(name).some((key) => known[key].services.some((each) => each === service))
}
