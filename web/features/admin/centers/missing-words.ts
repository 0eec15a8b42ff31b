import type { PinPrecision } from '#contract/directions.ts'
import type { Publication } from '#contract/publication.ts'
import { documentWords } from '#web/features/compliance/publication-words.ts'

export const partNames: Readonly<Record<Publication['parts'][number]['key'], string>> = {
  description: 'Descripción',
  address: 'Dirección',
  phone: 'Teléfono',
  specialties: 'Especialidades',
  services: 'Servicios con precio',
  hours: 'Horarios',
  rooms: 'Enlace de la sala de videollamadas',
  public: 'Página a la vista',
  numbers: 'Número de registro',
  pin: 'Punto exacto en el mapa',
  logo: 'Logo',
}
export const pinNames: Readonly<Record<PinPrecision, string>> = {
  exact: 'Exacto',
  approximate: 'Aproximado',
  none: 'Sin punto',
}
const documentTypes = ['license', 'identity', 'certification', 'insurance'] as const

/** What a centre lacks, in words. `keys`: parts and documents of its publication. */
export function missingWords(keys: readonly string[]): string {
  const words = keys.map((key) => {
    const type = documentTypes.find((each) => each === key)
    return type ? documentWords({ type, isSolo: false }).name : (partNames as Record<string, string>)[key]
  })
  return words.filter((word) => word !== undefined).join(', ')
}
