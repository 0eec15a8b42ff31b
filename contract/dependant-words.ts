/** The most dependants that an account may have. Here because the booking page needs it before the schemas. */
export const maxDependants = 20

/** The relations that the form proposes: what a dependant is of the account's owner. */
export const knownRelations = [
  'Hija',
  'Hijo',
  'Madre',
  'Padre',
  'Pareja',
  'Abuela',
  'Abuelo',
  'Hermana',
  'Hermano',
] as const

const known: ReadonlySet<string> = new Set(knownRelations.map((relation) => relation.toLowerCase()))

/** The words before the owner's name: `hija de`, or for a relation in the owner's own words `a cargo de`. */
export function relationWords(relation: string): string {
  const word = relation.trim().toLowerCase()
  return known.has(word) ? `${word} de` : 'a cargo de'
}

/** `Sofía Gil (7 años)`; the name alone when the birth date is not known. Both dates are YYYY-MM-DD. */
export function nameWithAge({
  name,
  birthDate,
  today,
}: {
  name: string
  birthDate: string | null | undefined
  today: string
}): string {
  return birthDate ? `${name} (${ageOn({ birthDate, today })})` : name
}

/** `8 años`, `1 año`, `5 meses`, `menos de un mes`: a person's age on a day. Both dates are YYYY-MM-DD. */
export function ageOn({ today, birthDate }: { birthDate: string; today: string }): string {
  const months = monthsUntil(today) - monthsUntil(birthDate) - (dayOf(today) < dayOf(birthDate) ? 1 : 0)
  const years = Math.floor(months / 12)
  if (years > 0) return years === 1 ? '1 año' : `${years} años`
  if (months > 0) return months === 1 ? '1 mes' : `${months} meses`
  return 'menos de un mes'
}

const monthsUntil = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
const dayOf = (date: string) => Number(date.slice(8, 10))
