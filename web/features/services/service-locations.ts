import type { locationSlugs } from './service-search.ts'

const labels: Record<(typeof locationSlugs)[number], string> = {
  centro: 'Centro',
  pocitos: 'Pocitos',
  'ciudad-vieja': 'Ciudad Vieja',
  cordon: 'Cordón',
  'punta-carretas': 'Punta Carretas',
  malvin: 'Malvín',
}

/** The options of the filter. The parser of addresses does not import them, because it is in every page's first scripts. */
export const serviceLocations = Object.entries(labels).map(([value, label]) => ({ value, label }))

export const locationLabel = (near: string | undefined): string | undefined =>
  serviceLocations.find(({ value }) => value === near)?.label

/** How far a centre may be from the middle of a neighbourhood and still count as being in it. */
export const locationRadiusKm = 2
