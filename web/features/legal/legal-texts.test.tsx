import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { brand, legalVersions } from '#contract/brand.ts'
import { claims, patientFigures } from '#contract/claims.ts'
import { faqItems } from './faq-content.tsx'
import { LegalPage } from './legal-page.tsx'
import { privacySections } from './privacy-content.tsx'
import { termsSections } from './terms-content.tsx'

const pages = {
  terms: { title: 'Términos y condiciones', sections: termsSections },
  privacy: { title: 'Política de privacidad', sections: privacySections },
}
const htmlOf = (page: keyof typeof pages) =>
  renderToStaticMarkup(<LegalPage {...pages[page]} version={legalVersions[page]} intro="" />)
const textOf = (page: keyof typeof pages) => htmlOf(page).replaceAll(/<[^>]+>/g, '')

test('the terms have the sections of the specification, the laws, and the operator’s details', () => {
  const text = textOf('terms')
  for (const part of ['Aceptación', 'Descripción', 'Registro', 'Pacientes', 'Centros', 'Uso aceptable', 'pagos'])
    expect(text).toContain(part)
  for (const part of ['Responsabilidad', 'Modificaciones', 'al menos 30 días antes', 'Contacto'])
    expect(text).toContain(part)
  for (const law of ['18.331', '18.335', '17.250']) expect(text).toContain(law)
  for (const detail of [brand.legalName, brand.address, brand.email, brand.phone]) expect(text).toContain(detail)
})

test('the privacy policy has the sections of the specification, the laws, and the operator’s details', () => {
  const text = textOf('privacy')
  for (const part of ['Qué datos', 'Para qué', 'compartimos', 'cuidamos', 'derechos', 'Cookies', 'Menores', 'Cambios'])
    expect(text).toContain(part)
  for (const part of [
    'copias de seguridad quedan unos días más',
    'unos 7 años después del cierre',
    'mayores de 18',
    'menores de 13',
    'consentimiento',
  ])
    expect(text).toContain(part)
  for (const law of ['18.331', '18.335']) expect(text).toContain(law)
  for (const detail of [brand.legalName, brand.address, brand.email, brand.phone]) expect(text).toContain(detail)
})

test('both texts show the version that an acceptance stores, and that counsel has not reviewed them', () => {
  for (const page of ['terms', 'privacy'] as const) {
    expect(htmlOf(page)).toContain(`dateTime="${legalVersions[page]}"`)
    expect(htmlOf(page)).toContain('falta que lo revise la asesoría jurídica')
  }
})

test('the FAQ has eight questions, and nothing promises support at hours that the FAQ denies', () => {
  expect(faqItems).toHaveLength(8)
  expect(faqItems.find(({ id }) => id === 'soporte')?.answer).toContain('Lunes a viernes de 8:00 a 18:00')
  const promises = [...Object.values(claims), ...patientFigures].map((claim) => JSON.stringify(claim))
  for (const promise of promises) expect(promise).not.toMatch(/soporte.{0,20}24\/7|24\/7.{0,20}soporte/i)
})
