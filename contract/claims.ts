import { brand } from './brand.ts'

/**
 * The site's claims about its operator, each shown while its switch is on. An operator switches off what is not true of them.
 * Not in brand.ts, which every page loads.
 */
export const claims = {
  users: { shown: true, text: 'Más de 10.000 usuarios' },
  freeRegistration: { shown: true, text: 'Registro gratuito', detail: 'Buscar y reservar no cuesta nada.' },
  verifiedProfessionals: {
    shown: true,
    text: 'Profesionales verificados',
    detail: 'Decimos qué se comprobó y cuándo.',
  },
  instantBooking: { shown: true, text: 'Reservas al instante', detail: 'La hora es tuya en cuanto la confirmas.' },
  secureHistory: {
    shown: true,
    text: 'Historial médico seguro',
    detail: 'Cifrado: lo leen quienes te atienden y a quien le des permiso.',
  },
  /** Not «Soporte 24/7», which brand.supportHours would contradict on the same page. */
  support: {
    shown: true,
    text: 'Escríbenos a cualquier hora',
    detail: `Recibimos tu consulta a toda hora. Respondemos de ${brand.supportHours.toLowerCase()}.`,
  },
  ssl: { shown: true, text: 'Conexión cifrada (SSL)' },
  protectedData: { shown: true, text: 'Datos protegidos' },
  gdpr: { shown: true, text: 'Cumplimiento del RGPD' },
  uruguayanLaw: { shown: true, text: 'Ley 18.331 de protección de datos personales' },
  serversInUruguay: { shown: true, text: 'Servidores en Uruguay' },
} as const

export const patientFigures = [
  { shown: true, value: '500+', text: 'profesionales' },
  { shown: true, value: '4,9', text: 'de calificación promedio' },
  { shown: true, value: '24/7', text: 'para reservar en línea' },
] as const

export const centerFigures = [
  { shown: true, value: '2000+', text: 'pacientes' },
  { shown: true, value: '4,8', text: 'de calificación promedio' },
  { shown: true, value: '95 %', text: 'de centros satisfechos' },
] as const

/** The legal pages say that they are a draft until the operator's counsel has reviewed them. */
export const legalTexts = { areReviewed: false } as const

export const office = { latitude: -34.9059, longitude: -56.1905 } as const
