import type { Modality } from './modalities.ts'

/** The kinds of place at which an appointment happens: at the centre, by video call, or at the patient's home. */
export const places = ['center', 'online', 'home'] as const
export type Place = (typeof places)[number]

/** The longest address of a home visit. */
export const homeAddressMax = 300

export const placeLabels: Record<Place, string> = { center: 'Presencial', online: 'Online', home: 'A domicilio' }

export const modalitiesOf: Record<Place, readonly Modality[]> = {
  center: ['Presencial', 'Mixta'],
  online: ['Online', 'Mixta'],
  home: ['A domicilio'],
}

export function offersPlace({ modalities, place }: { modalities: readonly string[]; place: Place }): boolean {
  return modalitiesOf[place].some((modality) => modalities.includes(modality))
}

export function placesOf(modalities: readonly string[]): Place[] {
  return places.filter((place) => offersPlace({ modalities, place }))
}
