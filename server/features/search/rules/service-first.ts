import { recognizeSpecialties } from '#contract/recognize-specialties.ts'
import { specialties as known } from '#contract/specialties.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'

type Given = { professionalId: string; professionalName: string; specialties: string }
type Card<Member> = { specialties: readonly string[]; team: readonly Member[] }

/** Who is named first on the card although the card's part of the team lacks them: it has those with a portrait first. */
export function missingGiver<Of extends Given>(
  team: Card<{ name: string }>['team'],
  given: readonly Of[],
): Of | undefined {
  return given.some(({ professionalName }) => team.some(({ name }) => name === professionalName)) ? undefined : given[0]
}

/**
 * What a card shows among the centres of one service: the specialties of the service first, then those of the professionals who
 * give it, and these professionals before the rest of the team. `given`: the offers of the service that the card is about.
 * `portraits`: by the id of who missingGiver() finds.
 */
export function serviceFirst<Member extends { name: string; photoUrl: string | null }>(
  { specialties, team }: Card<Member>,
  {
    service,
    given,
    portraits,
  }: { service: ServiceSlug; given: readonly Given[]; portraits: ReadonlyMap<string, string | null> },
): { specialties: string[]; team: (Member | Shown)[] } {
  const ofGivers = given.flatMap((each) => each.specialties.split('\n').filter(Boolean))
  const rankOf = (name: string) => (isOfService(name, service) ? 0 : ofGivers.includes(name) ? 1 : 2)
  return {
    specialties: specialties.toSorted((a, b) => rankOf(a) - rankOf(b)),
    team: giversFirst(team, { given, portraits }),
  }
}

type Shown = { name: string; photoUrl: string | null }

/** The team of a card, those who give the offered service before the others. */
export function giversFirst<Member extends Shown>(
  team: readonly Member[],
  { given, portraits }: { given: readonly Given[]; portraits: ReadonlyMap<string, string | null> },
): (Member | Shown)[] {
  const givers = new Set(given.map(({ professionalName }) => professionalName))
  const shown = team.filter(({ name }) => givers.has(name))
  const giver = missingGiver(team, given)
  const missing = giver ? [{ name: giver.professionalName, photoUrl: portraits.get(giver.professionalId) ?? null }] : []
  return [...missing, ...shown, ...team.filter(({ name }) => !givers.has(name))].slice(0, 3)
}

function isOfService(name: string, service: ServiceSlug): boolean {
  return recognizeSpecialties(name).some((key) => known[key].services.some((each) => each === service))
}
