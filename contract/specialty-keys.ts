/** The 13 services of the catalogue, by their names in URLs. */
export const serviceSlugs = [
  'psicoterapia',
  'fisioterapia',
  'terapia-ocupacional',
  'logopedia',
  'nutricion',
  'osteopatia',
  'quiropracticos',
  'kinesiologia',
  'masajistas',
  'reiki',
  'radiestesia',
  'acupuntura',
  'terapias-complementarias',
] as const
export type ServiceSlug = (typeof serviceSlugs)[number]

/** The specialty options of the product: `specialties` has their labels and services. */
export const specialtyKeys = [
  'fisioterapia',
  'rehabilitacion',
  'psicoterapia',
  'terapias-naturales',
  'masaje-terapeutico',
  'psicologia',
  'nutricion',
  'terapia-ocupacional',
  'logopedia',
  'psiquiatria',
  'neurologia',
  'cardiologia',
  'osteopatia',
  'quiropractica',
  'kinesiologia',
  'reiki',
  'radiestesia',
  'acupuntura',
  'terapias-complementarias',
  'mindfulness',
  'coaching',
  'neurorehabilitacion',
  'terapia-familiar',
  'otro',
] as const
export type SpecialtyKey = (typeof specialtyKeys)[number]
