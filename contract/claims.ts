import { brand } from './brand.ts'

/**
 * The site's claims about its operator. A page shows one only once the operator has confirmed it in «Administración». Not in
 * brand.ts, which every page loads.
 */
export const claims = {
  freeRegistration: { text: 'Registro gratuito', detail: 'Buscar y reservar no cuesta nada.' },
  verifiedProfessionals: { text: 'Profesionales verificados', detail: 'Decimos qué se comprobó y cuándo.' },
  instantBooking: { text: 'Reservas al instante', detail: 'La hora queda reservada en cuanto la confirmas.' },
  secureHistory: {
    text: 'Historial médico seguro',
    detail: 'Cifrado: lo leen quienes te atienden y a quien le des permiso.',
  },
  /** Not «Soporte 24/7», which brand.supportHours would contradict on the same page. */
  support: {
    text: 'Escríbenos a cualquier hora',
    get detail() {
      return `Recibimos tu consulta a toda hora. Respondemos en este horario: ${brand.supportHours.toLowerCase()}.`
    },
  },
  ssl: { text: 'Conexión cifrada (SSL)' },
  protectedData: { text: 'Datos protegidos' },
  gdpr: { text: 'Cumplimiento del RGPD' },
  uruguayanLaw: { text: 'Ley 18.331 de protección de datos personales' },
  serversInUruguay: { text: 'Servidores en Uruguay' },
} as const
export type ClaimName = keyof typeof claims
export const claimNames = Object.keys(claims) as ClaimName[]

/** The figures of the public pages. The operator enters their values, such as «500+»; one without a value is not shown. */
export const figures = {
  users: { text: 'usuarios', place: 'Al final de la página de inicio' },
  professionals: { text: 'profesionales', place: 'Bienvenida de pacientes' },
  patientRating: { text: 'de calificación promedio', place: 'Bienvenida de pacientes' },
  onlineBooking: { text: 'para reservar en línea', place: 'Bienvenida de pacientes' },
  patients: { text: 'pacientes', place: 'Bienvenida de centros' },
  centerRating: { text: 'de calificación promedio', place: 'Bienvenida de centros' },
  satisfiedCenters: { text: 'de centros satisfechos', place: 'Bienvenida de centros' },
} as const
export type FigureName = keyof typeof figures
export type FigureValues = Partial<Record<FigureName, string>>

export const patientFigures = ['professionals', 'patientRating', 'onlineBooking'] as const
export const centerFigures = ['patients', 'centerRating', 'satisfiedCenters'] as const

/** Where the built-in address is; another one is shown without a map. */
export const office = { latitude: -34.9059, longitude: -56.1905, pinPrecision: 'exact' } as const
