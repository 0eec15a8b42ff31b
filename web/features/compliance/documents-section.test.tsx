// @vitest-environment happy-dom

import { screen } from '@testing-library/dom'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Membership } from '#contract/memberships.ts'
import { type Respond, renderScreen } from '#web/testing/screen.tsx'

import { DocumentsSection } from './documents-section.tsx'

const server = vi.hoisted(() => ({ respond: (() => undefined) as Respond }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => server.respond(call))
  return { useApi: () => tools }
})
vi.mock('#web/platform/upload.ts', () => ({ upload: () => undefined }))
vi.mock('#web/platform/use-hash-focus.ts', () => ({ useHashFocus: () => undefined }))
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/elsewhere">{children}</a>,
}))

const check = { status: 'approved', notes: '', requestReason: null, checkedAt: null, createdAt: '2026-10-01T12:00:00Z' }
const checks = [
  {
    ...check,
    id: 'l2',
    type: 'license',
    status: 'rejected',
    notes: 'Falta una página.',
    fileName: 'nueva.pdf',
    expiryDate: null,
  },
  { ...check, id: 'l1', type: 'license', fileName: 'anterior.pdf', expiryDate: '2099-12-01' },
  { ...check, id: 'i1', type: 'identity', status: 'pending', fileName: 'cedula.pdf', expiryDate: null },
]
const document = { expiryDate: null, lapsesSoon: false, renewal: null, requestReason: null, notes: '' }
const publication = {
  state: 'published',
  isApproved: true,
  approvedAt: '2026-11-01T12:00:00.000Z',
  withdrawalReason: null,
  isSolo: true,
  parts: [],
  documents: [
    {
      ...document,
      type: 'license',
      need: 'required',
      status: 'approved',
      expiryDate: '2099-12-01',
      renewal: 'rejected',
      notes: 'Falta una página.',
    },
    { ...document, type: 'identity', need: 'required', status: 'pending' },
    { ...document, type: 'insurance', need: 'optional', status: 'missing' },
  ],
}

const professional = { id: 'p', name: 'Inés Cabrera', isActive: true, registrationNumber: '45.120' }
const responses: Record<string, unknown> = {
  'compliance.list': { items: checks, usualReviewHours: 30 },
  'team.get': { professionals: [professional] },
}

beforeEach(() => {
  server.respond = ({ route }) => responses[route] ?? publication
})

const cardOf = (type: string) => window.document.getElementById(`check-${type}`)?.closest('section')?.textContent ?? ''

test('the documents section shows each document once, with its need, its state, its file and its upload', async () => {
  await renderScreen(<DocumentsSection membership={{ centerId: 'c' } as Membership} />)
  await screen.findByText('45.120')
  const shown = window.document.body.textContent
  for (const what of [
    'La habilitación del Ministerio de Salud Pública para ejercer',
    'Tu cédula o pasaporte',
    'Tu póliza',
  ]) {
    expect(shown.split(what), what).toHaveLength(2)
  }
  expect(shown).toContain('la mitad de las revisiones tardó dos días o menos')
  expect(cardOf('license')).toContain('Obligatorio')
  expect(cardOf('insurance')).toContain('Opcional')
  expect(cardOf('insurance')).toContain('Falta')
  expect(cardOf('identity')).toContain('Lo estamos revisando. Aquí ves el resultado.')
  expect(cardOf('identity')).toContain('cedula.pdf')
  expect(cardOf('license')).toContain('Número de registro declarado45.120')
  for (const type of ['license', 'identity', 'insurance']) {
    expect(window.document.querySelectorAll(`#upload-${type}`), type).toHaveLength(1)
  }
})

test('a refused renewal says what to correct, and that the approved document still counts', async () => {
  await renderScreen(<DocumentsSection membership={{ centerId: 'c' } as Membership} />)
  expect(cardOf('license')).toMatch(/Aprobado.*Rechazamos el nuevo: Falta una página\. El anterior vale hasta el.*2099/)
  expect(cardOf('license')).toMatch(/Rechazado.*nueva\.pdf/)
  expect(cardOf('license')).toMatch(/Ver el anterior.*anterior\.pdf/)
})

test('a published centre that added a service of another kind reads what it lacks, and what is not shown until then', async () => {
  const license = { ...document, type: 'license', need: 'required', status: 'missing' }
  server.respond = ({ route }) =>
    route === 'compliance.list'
      ? { items: [], usualReviewHours: null }
      : (responses[route] ?? { ...publication, documents: [license] })
  await renderScreen(<DocumentsSection membership={{ centerId: 'c' } as Membership} />)
  const shown = window.document.body.textContent
  expect(shown).toContain('Hay servicios que todavía no se muestran')
  expect(shown).not.toContain('Verificado')
  expect(shown).toContain('los servicios que piden habilitación no se muestran ni se reservan hasta que la aprobemos')
})

test('a date is shown only of an approved document, and of one in review as what the centre typed', async () => {
  const expiryDate = '2099-03-01'
  const dated = checks.map((each) => (each.id === 'l1' ? each : { ...each, expiryDate }))
  server.respond = ({ route }) =>
    route === 'compliance.list' ? { items: dated, usualReviewHours: null } : (responses[route] ?? publication)
  await renderScreen(<DocumentsSection membership={{ centerId: 'c' } as Membership} />)
  expect(cardOf('license')).toMatch(/nueva\.pdf.*Subir uno/)
  expect(cardOf('license')).not.toContain('de marzo de 2099')
  expect(cardOf('identity')).toContain('Según lo que escribiste, vence el 1 de marzo de 2099')
  expect(cardOf('identity')).not.toContain('Sin vencimiento')
})
