import type { ServiceSlug } from '#contract/specialty-keys.ts'

/** The services of the catalogue whose practice the law regulates: the column `regulated` of the database has the same. */
const regulated: ReadonlySet<ServiceSlug> = new Set([
  'psicoterapia',
  'fisioterapia',
  'terapia-ocupacional',
  'logopedia',
  'nutricion',
  'kinesiologia',
])

export const isRegulated = (service: string): boolean => (regulated as ReadonlySet<string>).has(service)
