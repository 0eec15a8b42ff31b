import { searchPageBOptions, specialties } from '#contract/specialties.ts'

import { type availabilities, distances, type ratings } from './finder-search.ts'

export const specialtyOptions = searchPageBOptions.map((key) => ({ value: key, label: specialties[key].label }))

export const distanceOptions = distances.map((km) => ({ value: km, label: `${km} km` }))

export const ratingOptions = [
  { value: '3', label: '3 estrellas o más' },
  { value: '4', label: '4 estrellas o más' },
  { value: '4.5', label: '4,5 estrellas o más' },
] as const satisfies readonly { value: (typeof ratings)[number]; label: string }[]

export const availabilityOptions = [
  { value: 'morning', label: 'Mañana' },
  { value: 'afternoon', label: 'Tarde' },
  { value: 'evening', label: 'Noche' },
  { value: 'weekend', label: 'Fin de semana' },
] as const satisfies readonly { value: (typeof availabilities)[number]; label: string }[]
