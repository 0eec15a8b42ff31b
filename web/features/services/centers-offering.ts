import { type ServiceSlug, specialties, specialtyKeys } from '#contract/specialties.ts'

/** The link to search for one service of the catalogue; the search filters by specialty. */
export function centersOffering(service: ServiceSlug): string {
  const key = specialtyKeys.find((name) => {
    const specialty = specialties[name]
    return !('narrower' in specialty) && specialty.services.length === 1 && specialty.services[0] === service
  })
  return key ? `/centers?specialties=${key}` : '/centers'
}
