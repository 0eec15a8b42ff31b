/** What another operator enters in «Administración» (server/features/operator/). */
export type Brand = {
  name: string
  claim: string
  country: string
  email: string
  /** Null when the operator has entered none; pages then show none. */
  phone: string | null
  address: string | null
  legalName: string
  /** Shown by the support widget; the static pages have their own wording. */
  widgetHours: string
  supportHours: string
  /** Shown first when words point to an emergency. */
  emergency: readonly { name: string; number: string }[]
}

/** Of the demonstration, and of an operator who has entered nothing yet. */
export const builtInBrand: Brand = {
  name: 'Senda',
  claim: 'Encuentra tu centro terapéutico ideal',
  country: 'Uruguay',
  email: 'hola@senda.uy',
  phone: '+598 2900 1234',
  address: 'Av. 18 de Julio 1234, Montevideo',
  legalName: 'Senda',
  widgetHours: 'Lunes a viernes de 9:00 a 18:00',
  supportHours: 'Lunes a viernes de 8:00 a 18:00',
  emergency: [
    { name: 'Emergencias', number: '911' },
    { name: 'Emergencia médica', number: '105' },
    { name: 'Línea Vida', number: '0800 0767' },
  ],
}

// The server and the pages that it renders are two bundles of one process: they share the object that applyBrand() changes.
const shared = globalThis as { sendaBrand?: Brand; sendaLegal?: LegalVersions }

/**
 * The operator's names and contact data, loaded with the first scripts of every page. A function reads it whenever it runs,
 * because the operator may change it while the process runs; `npm run check` refuses a constant.
 */
shared.sendaBrand ??= { ...builtInBrand, ...readPage()?.brand }
export const brand: Brand = shared.sendaBrand

/** Replaces the operator's words in this process. */
export function applyBrand(words: Brand): void {
  Object.assign(brand, words)
}

/** What differs from the built-in words, which is all that a page carries. */
export function changedBrand(): Partial<Brand> {
  const isEqual = (key: string) =>
    JSON.stringify(brand[key as keyof Brand]) === JSON.stringify(builtInBrand[key as keyof Brand])
  return Object.fromEntries(Object.entries(brand).filter(([key]) => !isEqual(key)))
}

/** In the browser, the words that the server wrote into the page. */
function readPage(): { brand: Partial<Brand>; legal: LegalVersions } | undefined {
  const written = globalThis.document?.documentElement.dataset.operator
  return written ? JSON.parse(written) : undefined
}

/** The age from which a person may have an account. */
export const accountAge = 18

type LegalVersions = Record<'terms' | 'privacy', string>

/** Of the texts that come with the code: the day from which each is in effect. */
export const builtInLegalVersions: Readonly<LegalVersions> = { terms: '2026-11-28', privacy: '2026-11-28' }

/** The versions that are in effect, which an acceptance stores. A function reads them, as it reads `brand`. */
shared.sendaLegal ??= { ...builtInLegalVersions, ...readPage()?.legal }
export const legalVersions: LegalVersions = shared.sendaLegal

/** Replaces the versions in this process. */
export function applyLegalVersions(versions: Readonly<LegalVersions>): void {
  Object.assign(legalVersions, versions)
}
