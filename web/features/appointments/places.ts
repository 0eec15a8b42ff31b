import type { Appointment } from '#contract/appointments.ts'

/** The kind of place of an appointment. */
export type Place = Appointment['place']

export const places = ['center', 'online', 'home'] as const satisfies readonly Place[]

export const placeLabels: Record<Place, string> = { center: 'Presencial', online: 'Online', home: 'A domicilio' }

/** The places that modalities allow; Mixta means both at the centre and online. */
export function placesOf(modalities: readonly string[]): Place[] {
  const has = (...names: string[]) => names.some((name) => modalities.includes(name))
  return [
    ...(has('Presencial', 'Mixta') ? (['center'] as const) : []),
    ...(has('Online', 'Mixta') ? (['online'] as const) : []),
    ...(has('A domicilio') ? (['home'] as const) : []),
  ]
}
