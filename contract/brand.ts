/**
 * Everything that names or describes the operator. Another operator changes only this file, and support-times.ts with the
 * widget's hours.
 * The site makes a claim only while its switch is on: switch off what is not true of your company. */
export const brand = {
  name: 'Senda',
  claim: 'Encuentra tu centro terapéutico ideal',
  country: 'Uruguay',
  email: 'hola@senda.uy',
  phone: '+598 2900 1234',
  address: 'Av. 18 de Julio 1234, Montevideo',
  legalName: 'Senda',
  /** Shown by the support widget; the static pages have their own wording. */
  widgetHours: 'Lunes a viernes de 9:00 a 18:00',
  supportHours: 'Lunes a viernes de 8:00 a 18:00',
  emergency: [
    { name: 'Emergencias', number: '911' },
    { name: 'Emergencia médica', number: '105' },
    { name: 'Línea Vida', number: '0800 0767' },
  ],
  claims: {
    users: { shown: true, text: 'Más de 10.000 usuarios' },
    freeRegistration: { shown: true, text: 'Registro gratuito', detail: 'Buscar y reservar no cuesta nada.' },
    verifiedProfessionals: {
      shown: true,
      text: 'Profesionales verificados',
      detail: 'Decimos qué se comprobó y cuándo.',
    },
    instantBooking: { shown: true, text: 'Reservas al instante', detail: 'La hora es tuya en cuanto la confirmas.' },
    /** Medical records are not built yet. */
    secureHistory: {
      shown: false,
      text: 'Historial médico seguro',
      detail: 'Cifrado, y lo lee solo quien te atiende.',
    },
    support: { shown: true, text: 'Soporte 24/7', detail: 'Alguien te responde si algo no sale.' },
    ssl: { shown: true, text: 'Conexión cifrada (SSL)' },
    protectedData: { shown: true, text: 'Datos protegidos' },
    gdpr: { shown: true, text: 'Cumplimiento del RGPD' },
    uruguayanLaw: { shown: true, text: 'Ley 18.331 de protección de datos personales' },
    serversInUruguay: { shown: true, text: 'Servidores en Uruguay' },
  },
  /** Static marketing figures of the patients' welcome page. */
  patientFigures: [
    { shown: true, value: '500+', text: 'profesionales' },
    { shown: true, value: '4,9', text: 'de calificación promedio' },
    { shown: true, value: '24/7', text: 'de soporte' },
  ],
} as const

/** Version of the terms and of the privacy policy, stored with each acceptance. */
export const legalVersions: Readonly<Record<'terms' | 'privacy', string>> = {
  terms: '2026-11-22',
  privacy: '2026-11-23',
}
