/**
 * The operator's names and contact data, loaded with the first scripts of every page. Another operator changes this file,
 * claims.ts, and web/features/support/support-hours.ts with the widget's hours.
 */
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
} as const

/** The age from which a person may have an account. */
export const accountAge = 18

/** Version of the terms and of the privacy policy, stored with each acceptance. */
export const legalVersions: Readonly<Record<'terms' | 'privacy', string>> = {
  terms: '2026-11-24',
  privacy: '2026-11-28',
}
