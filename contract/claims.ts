import { brand } from './brand.ts'

/**
 * The site's claims about its operator. A page shows one only once the operator has confirmed it (CLAIMS of docs/operations.md).
 * Not in brand.ts, which every page loads.
 */
export const claims = {
  users: { text: 'Más de 10.000 usuarios' },
  freeRegistration: { text: 'Registro gratuito', detail: 'Buscar y reservar no cuesta nada.' },
  verifiedProfessionals: { text: 'Profesionales verificados', detail: 'Decimos qué se comprobó y cuándo.' },
  instantBooking: { text: 'Reservas al instante', detail: 'La hora es tuya en cuanto la confirmas.' },
  secureHistory: {
    text: 'Historial médico seguro',
    detail: 'Cifrado: lo leen quienes te atienden y a quien le des permiso.',
  },
  /** Not «Soporte 24/7», which brand.supportHours would contradict on the same page. */
  support: {
    text: 'Escríbenos a cualquier hora',
    detail: `Recibimos tu consulta a toda hora. Respondemos de ${brand.supportHours.toLowerCase()}.`,
  },
  ssl: { text: 'Conexión cifrada (SSL)' },
  protectedData: { text: 'Datos protegidos' },
  gdpr: { text: 'Cumplimiento del RGPD' },
  uruguayanLaw: { text: 'Ley 18.331 de protección de datos personales' },
  serversInUruguay: { text: 'Servidores en Uruguay' },
} as const

export const patientFigures = [
  { name: 'professionals', value: '500+', text: 'profesionales' },
  { name: 'patientRating', value: '4,9', text: 'de calificación promedio' },
  { name: 'onlineBooking', value: '24/7', text: 'para reservar en línea' },
] as const

export const centerFigures = [
  { name: 'patients', value: '2000+', text: 'pacientes' },
  { name: 'centerRating', value: '4,8', text: 'de calificación promedio' },
  { name: 'satisfiedCenters', value: '95 %', text: 'de centros satisfechos' },
] as const

/** `testimonials`: the people of the home page and what they say. */
export type ClaimName =
  | keyof typeof claims
  | (typeof patientFigures | typeof centerFigures)[number]['name']
  | 'testimonials'
export const claimNames: readonly string[] = [
  ...Object.keys(claims),
  ...[...patientFigures, ...centerFigures].map(({ name }) => name),
  'testimonials',
] satisfies string[]

/** The legal pages say that they are a draft until the operator's counsel has reviewed them. */
export const legalTexts = { areReviewed: false } as const

export const office = { latitude: -34.9059, longitude: -56.1905, pinPrecision: 'exact' } as const
