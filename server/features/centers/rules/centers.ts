import { foldText } from '#contract/folded-text.ts'
import type { CenterRow, Modality, Place } from '../centers.types.ts'

const excerptLength = 240

/** The specialties of both lists without repetitions. Accents and capitals are ignored in the comparison. */
export function mergeSpecialties(known: readonly string[], added: readonly string[]): string[] {
  const specialtiesByText = new Map<string, string>()
  for (const specialty of [...known, ...added]) {
    const folded = foldText(specialty)
    if (folded !== '' && !specialtiesByText.has(folded)) specialtiesByText.set(folded, specialty.trim())
  }
  return [...specialtiesByText.values()]
}

/** A centre has the badge when staff approved its documents and its licence has not expired. */
export function hasBadge(row: Pick<CenterRow, 'verified' | 'complianceStatus' | 'isLicenseLapsed'>): boolean {
  return row.verified && row.complianceStatus === 'compliant' && !row.isLicenseLapsed
}

/** What is left of these modalities without video calls: «Mixta» is then only at the centre. */
export function withoutVideoCalls(modalities: readonly Modality[]): Modality[] {
  const left = modalities.flatMap((each) => (each === 'Online' ? [] : [each === 'Mixta' ? 'Presencial' : each]))
  return [...new Set(left)]
}

/** The beginning of a long text, cut between words. A short text is returned whole. */
export function excerpt(text: string): string {
  if (text.length <= excerptLength) return text
  const cut = text.slice(0, excerptLength)
  const space = cut.lastIndexOf(' ')
  return `${(space > 0 ? cut.slice(0, space) : cut).replace(/[\s.,;:]{1,9}$/u, '')}…`
}

/** The most exact known place of an address: its neighbourhood, or else its city, or else the capital of its department. */
export function choosePlace(
  places: readonly Place[],
  { neighborhood, department }: { neighborhood: string | null; department: string },
): Place | undefined {
  const inDepartment = places.filter((place) => foldText(place.department) === foldText(department))
  const findByName = (name: string | null) =>
    name === null ? undefined : inDepartment.find((place) => foldText(place.name) === foldText(name))
  const rank = { department: 0, city: 1, neighborhood: 2 }
  const largest = inDepartment
    .filter((place) => place.kind !== 'neighborhood')
    .sort((a, b) => rank[a.kind] - rank[b.kind])[0]
  return findByName(neighborhood) ?? findByName(department) ?? largest
}

/**
 * The department of an address that was sent without one: that of its neighbourhood or city, or else of the last place
 * named after the street («18 de Julio 1234, Paysandú»), or else Montevideo. A street's name is ignored («Rivera 2000»).
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

/** «Sarandí 468, Ciudad Vieja, Montevideo»: enough to find it from another department. */
export function addressText({
  address,
  neighborhood,
  department,
}: {
  address: string
  neighborhood: string | null
  department: string
}): string {
  return [address, neighborhood, department].filter(Boolean).join(', ')
}

/** «a•••@correo.uy»: enough for the owner of the address to recognise it. */
export function hintOfAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
