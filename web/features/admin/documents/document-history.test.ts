import { expect, test } from 'vitest'
import { documentHistory, reviewComment } from './document-history.ts'

const uploaded = {
  status: 'pending',
  fileName: 'titulo.pdf',
  createdAt: '2026-11-02T12:00:00Z',
  checkedAt: null,
  expiryDate: null,
  notes: '',
  isReplaced: false,
} as const
const checkedAt = '2026-11-05T12:00:00Z'
const rejected = { ...uploaded, status: 'rejected', checkedAt, notes: 'No se lee la fecha' } as const
const of = (document: Parameters<typeof documentHistory>[0]) => documentHistory(document, { today: '2026-11-20' })

test('a rejected document says when it was rejected and why, never that it was not uploaded or until when it is in force', () => {
  expect(of({ ...rejected, expiryDate: '2027-04-03' })).toBe(
    'Subido el 2 de noviembre de 2026 · rechazado el 5 de noviembre de 2026',
  )
  expect(of({ ...rejected, fileName: null })).toBe(
    'Sin el archivo, que ya no está guardado · rechazado el 5 de noviembre de 2026',
  )
  expect(reviewComment(rejected)).toBe('Motivo: No se lee la fecha. Desde entonces el centro no subió otro.')
  expect(reviewComment({ ...rejected, notes: '', isReplaced: true })).toBe('Después el centro subió uno más nuevo.')
})

test('only a document that waits for its first file was not uploaded yet', () => {
  expect(of({ ...uploaded, fileName: null })).toBe('Sin archivo: el centro todavía no lo subió')
  expect(of({ ...uploaded, status: 'approved', fileName: null, checkedAt })).not.toContain('todavía no')
})

test('a date counts for what staff approved, and before that it is what the centre typed', () => {
  const dated = { ...uploaded, expiryDate: '2027-04-03' }
  expect(of(dated)).toMatch(/ · según el centro, vence el 3 de abril de 2027$/)
  expect(of({ ...dated, status: 'approved', checkedAt })).toMatch(/ · aprobado el .* · vence el 3 de abril de 2027$/)
  expect(of({ ...dated, status: 'approved', checkedAt, expiryDate: '2026-11-19' })).toMatch(/ · venció el /)
  expect(of({ ...dated, status: 'expired', checkedAt, expiryDate: '2026-11-19' })).toMatch(/ · venció el /)
})
