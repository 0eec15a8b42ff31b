import type { FileField } from './registration-values.ts'

export const registrationSteps = [
  {
    key: 'accessData',
    title: 'Datos de acceso',
    intro: 'Con este correo y esta contraseña vas a entrar a tu dashboard.',
  },
  {
    key: 'personalInfo',
    title: 'Información personal profesional',
    intro: 'Quién atiende. Si son varios, empieza por ti: al resto del equipo lo invitas después.',
  },
  {
    key: 'centerInfo',
    title: 'Información del centro',
    intro: 'Dónde te encuentran y cómo te contactan.',
  },
  {
    key: 'availability',
    title: 'Disponibilidad y reservas',
    intro: 'Cuándo y cómo atiendes. Podrás cambiarlo cuando quieras.',
  },
  {
    key: 'services',
    title: 'Servicios ofrecidos',
    intro: 'Qué haces, contado para quien busca ayuda.',
  },
  {
    key: 'terms',
    title: 'Validación y términos',
    intro: 'Revisa lo que escribiste y confirma.',
  },
] as const

export const lastStep: number = registrationSteps.length

export const summarySectionId = (step: number) => `resumen-${step}`

export const stepOfFile: Record<FileField, number> = { profilePhoto: 2, logo: 3, certifications: 5 }

export function stepOfKey(key: string): number | undefined {
  const index = registrationSteps.findIndex((step) => step.key === key)
  return index === -1 ? undefined : index + 1
}
