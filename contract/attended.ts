// Without schemas: the first scripts of pages import this file.

/** Whom a professional attends. One who states none attends everyone. */
export const ageGroups = ['children', 'teenagers', 'adults', 'older'] as const
export type AgeGroup = (typeof ageGroups)[number]

export const ageLabels: Record<AgeGroup, string> = {
  children: 'Niños y niñas',
  teenagers: 'Adolescentes',
  adults: 'Personas adultas',
  older: 'Personas mayores',
}

/** The groups once each, from the youngest to the oldest. */
export const inAgeOrder = (chosen: readonly AgeGroup[]) => ageGroups.filter((group) => chosen.includes(group))

/** The gender of a professional, where it is stated. */
export const genders = ['woman', 'man'] as const
export type Gender = (typeof genders)[number]

export const genderLabels: Record<Gender, string> = { woman: 'Mujer', man: 'Varón' }

const list = new Intl.ListFormat('es', { type: 'conjunction' })
/** "niños, niñas, adolescentes y personas adultas" */
export const attendedText = (ages: readonly AgeGroup[]) =>
  list.format(ages.flatMap((age) => ageLabels[age].toLowerCase().split(' y ')))
