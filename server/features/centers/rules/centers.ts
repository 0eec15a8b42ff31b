import { foldText } from '#contract/folded-text.ts'
import type { CenterRow, Coordinates, Place } from '../centers.types.ts'

const excerptLength = 240

/** Both lists, each specialty once, ignoring accents and capitals. */
export function mergeSpecialties(known: readonly string[], added: readonly string[]): string[] {
  const byFolded = new Map<string, string>()
  for (const specialty of [...known, ...added]) {
    const folded = foldText(specialty)
    if (folded !== '' && !byFolded.has(folded)) byFolded.set(folded, specialty.trim())
  }
  return [...byFolded.values()]
}

/** The badge requires documents that staff approved and that are in force. */
export function hasBadge(row: Pick<CenterRow, 'verified' | 'complianceStatus' | 'isLicenseLapsed'>): boolean {
  return row.verified && row.complianceStatus === 'compliant' && !row.isLicenseLapsed
}

/** The beginning of a text, cut between words. */
export function excerpt(text: string): string {
  if (text.length <= excerptLength) return text
  const cut = text.slice(0, excerptLength)
  const space = cut.lastIndexOf(' ')
  return `${(space > 0 ? cut.slice(0, space) : cut).replace(/[\s.,;:]{1,9}$/u, '')}…`
}

/** The best known place for an address: its neighbourhood, else its city, else its department's capital. */
export function choosePlace(
  places: readonly Place[],
  { neighborhood, department }: { neighborhood: string | null; department: string },
): Place | undefined {
  const nearby = places.filter((place) => foldText(place.department) === foldText(department))
  const named = (name: string | null) =>
    name === null ? undefined : nearby.find((place) => foldText(place.name) === foldText(name))
  const rank = { department: 0, city: 1, neighborhood: 2 }
  const largest = nearby.filter((place) => place.kind !== 'neighborhood').sort((a, b) => rank[a.kind] - rank[b.kind])[0]
  return named(neighborhood) ?? named(department) ?? largest
}

/**
 * The department of an address whose sender chose none: the one of its neighbourhood or city, else of the last place named
 * after the street («18 de Julio 1234, Paysandú»), else Montevideo. A street's own name does not count: «Rivera 2000».
 */
export function departmentOf(
  places: readonly Place[],
  { address, neighborhood }: { address: string; neighborhood: string | null },
): string {
  const afterStreet = address.split(',').slice(1).reverse()
  for (const part of [...(neighborhood ?? '').split(','), ...afterStreet]) {
    const name = foldText(part)
    const place =
      places.find(({ department }) => foldText(department) === name) ??
      places.find((place) => place.kind !== 'neighborhood' && foldText(place.name) === name) ??
      places.find((place) => foldText(place.name) === name)
    if (place) return place.department
  }
  return 'Montevideo'
}

/** A box around the country: a pin outside of it was misplaced. */
export function isInCountry({ latitude, longitude }: Coordinates): boolean {
  return latitude >= -35.1 && latitude <= -30 && longitude >= -58.5 && longitude <= -53
}

/** «a•••@correo.uy»: enough to recognise one's own address. */
export function hintOfAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
