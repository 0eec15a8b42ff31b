import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'

import { applyBrand, brand, builtInBrand, legalVersions } from '#contract/brand.ts'
import { claims, figures } from '#contract/claims.ts'
import { faqItems } from './faq-content.tsx'
import { LegalPage } from './legal-page.tsx'
import { privacySections } from './privacy-content.tsx'
import { termsSections } from './terms-content.tsx'

const pages = {
  terms: { title: 'Términos y condiciones', sections: termsSections },
  privacy: { title: 'Política de privacidad', sections: privacySections },
}
const htmlOf = (page: keyof typeof pages) => {
  const { title, sections } = pages[page]
  return renderToStaticMarkup(<LegalPage title={title} sections={sections()} version={legalVersions[page]} intro="" />)
}
const textOf = (page: keyof typeof pages) => htmlOf(page).replaceAll(/<[^>]+>/g, '')

test('the terms have the sections of the specification, the laws, and the operator’s details', () => {
  const text = textOf('terms')
  for (const part of ['Aceptación', 'Descripción', 'Registro', 'Pacientes', 'Centros', 'Uso aceptable', 'pagos'])
    expect(text).toContain(part)
  for (const part of ['Responsabilidad', 'Modificaciones', 'al menos 30 días antes', 'Contacto'])
    expect(text).toContain(part)
  for (const law of ['18.331', '18.335', '17.250']) expect(text).toContain(law)
  for (const detail of [brand.legalName, String(brand.address), brand.email, String(brand.phone)])
    expect(text).toContain(detail)
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
  for (const detail of [brand.legalName, String(brand.address), brand.email, String(brand.phone)])
    expect(text).toContain(detail)
})

test('what the operator has not entered is left out of the texts', () => {
  onTestFinished(() => applyBrand(builtInBrand))
  const faqText = () => faqItems().find(({ id }) => id === 'soporte')?.answer
  const texts = () => `${textOf('terms')} ${textOf('privacy')} ${faqText()}`
  applyBrand({ ...builtInBrand, phone: null })
  expect(texts()).toContain(`${brand.email} o visítanos en ${brand.address}. `)
  applyBrand({ ...builtInBrand, address: null })
  expect(texts()).toContain(`${brand.email} o llámanos al ${brand.phone}. `)
  applyBrand({ ...builtInBrand, name: 'Nombre Nuevo', phone: null, address: null })
  expect(texts()).toContain(`Escríbenos a ${brand.email}. `)
  expect(texts()).toContain('Nombre Nuevo te ayuda')
  expect(texts()).not.toMatch(/null|tel[eé]fono [.;]|llámanos|visítanos|domicilio/)
})

test('the FAQ and the terms say that Senda is free for patients, who pay the centre, and when a cancellation is free', () => {
  const answerOf = (id: string) => faqItems().find((item) => item.id === id)?.answer
  expect(answerOf('costo')).toContain('Para pacientes es gratis')
  expect(answerOf('costo')).toContain('Pagas la consulta al centro o profesional que te atiende')
  expect(answerOf('cancelar')).toContain('Es gratis hasta 24 horas antes')
  expect(textOf('terms')).toContain('Buscar, registrarse y reservar es gratis para pacientes.')
  expect(claims.freeRegistration.text).toBe('Registro gratuito')
})

test('both texts show the version that an acceptance stores, and that counsel has not reviewed them', () => {
  for (const page of ['terms', 'privacy'] as const) {
    expect(htmlOf(page)).toContain(`dateTime="${legalVersions[page]}"`)
    expect(htmlOf(page)).toContain('falta que lo revise la asesoría jurídica')
  }
})

test('the FAQ has eight questions, and nothing promises support at hours that the FAQ denies', () => {
  expect(faqItems()).toHaveLength(8)
  expect(faqItems().find(({ id }) => id === 'soporte')?.answer).toContain('Lunes a viernes de 8:00 a 18:00')
  const promises = [...Object.values(claims), ...Object.values(figures)].map((claim) => JSON.stringify(claim))
  for (const promise of promises) expect(promise).not.toMatch(/soporte.{0,20}24\/7|24\/7.{0,20}soporte/i)
})
