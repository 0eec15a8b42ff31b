import { expect, test } from 'vitest'
import { entryReason } from './entry-reason.ts'

const hold = { startsAt: '2026-11-27T17:30:00Z', professional: { id: 'p', name: 'Elena Bidegain', photoUrl: null } }

test('a held time is named wherever the visitor goes on to confirm it', () => {
  const named = 'para confirmar tu hora con Elena Bidegain, vie 27 nov, 14:30'
  expect(entryReason({ next: undefined, hold })).toBe(named)
  expect(entryReason({ next: '/book/c?step=confirm', hold })).toBe(named)
  expect(entryReason({ next: '/book/c', hold: undefined })).toBe('para reservar tu hora')
})

test('the page that waits is named, also while a time is held', () => {
  expect(entryReason({ next: '/chat?to=c', hold })).toBe('para escribirle al centro')
  expect(entryReason({ next: '/chat', hold: undefined })).toBe('para leer tus mensajes')
  expect(entryReason({ next: '/dashboard?appointment=a&act=cancel', hold })).toBe('para cancelar tu cita')
  expect(entryReason({ next: '/dashboard?tab=history', hold: undefined })).toBe('para ver tus citas')
  expect(entryReason({ next: '/services', hold: undefined })).toBe('para seguir donde estabas')
})

test('a visitor who came for the account itself reads no reason', () => {
  expect(entryReason({ next: undefined, hold: undefined })).toBeUndefined()
  expect(entryReason({ next: '/', hold: undefined })).toBeUndefined()
})
