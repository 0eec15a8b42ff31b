import type { OwnCenter } from '#contract/centers.ts'

import type { PracticeSectionId } from '../practice-search.ts'

type Key = OwnCenter['completeness'][number]['key']

/** Where each is done: a control of the profile, or another section. */
export const completenessPlaces: Record<Key, { label: string } & ({ id: string } | { section: PracticeSectionId })> = {
  description: { label: 'Cuenta quiénes son', id: 'profile-description' },
  address: { label: 'Escribe la dirección', id: 'profile-address' },
  pin: { label: 'Pon el punto en el mapa', id: 'profile-latitude' },
  phone: { label: 'Agrega un teléfono', id: 'profile-phone' },
  logo: { label: 'Sube el logo', id: 'pictures' },
  specialties: { label: 'Di las especialidades', id: 'profile-specialties' },
  hours: { label: 'Pon los horarios', section: 'disponibilidad' },
  services: { label: 'Agrega servicios con precio', section: 'equipo' },
  documents: { label: 'Sube los documentos', section: 'documentos' },
  public: { label: 'Muestra tu página al público', id: 'profile-public' },
}
