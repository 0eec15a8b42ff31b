import { expect, test } from 'vitest'

import type { ChatMessage } from '#contract/conversations.ts'

import { dayHeading, shortMoment, usualReplyText } from '../message-words.ts'
import { safeHref } from './message-bubble.tsx'
import { lastSeen, rowsOf } from './message-rows.ts'

const message = (number: number, createdAt: string, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `id-${number}`,
  number,
  senderType: 'patient',
  senderName: 'Ana',
  isOwn: true,
  content: 'Hola',
  isRemoved: false,
  createdAt,
  ...changes,
})

const theirs = { senderType: 'center', senderName: 'Centro', isOwn: false } as const

/** One letter per row: `d` a day, `u` the start of the unread messages, `m` a message, in `[` and `]` by group. */
const shapeOf = (messages: ChatMessage[], firstUnread?: number) =>
  rowsOf(messages, firstUnread)
    .map((row) => (row.kind === 'message' ? `${row.startsGroup ? '[' : ''}m${row.endsGroup ? ']' : ''}` : row.kind[0]))
    .join('')

test('messages are grouped by day, and by sender within a few minutes', () => {
  const day = [
    message(1, '2026-11-20T12:00:00.000Z'),
    message(2, '2026-11-20T12:04:00.000Z'),
    message(3, '2026-11-20T12:05:00.000Z', theirs),
    message(4, '2026-11-20T12:15:00.000Z', theirs),
    // Half past midnight in Montevideo.
    message(5, '2026-11-21T03:30:00.000Z', theirs),
  ]
  expect(shapeOf(day)).toBe('d[mm][m][m]d[m]')
  expect(shapeOf(day, 2)).toBe('d[m]u[m][m][m]d[m]')
  expect(shapeOf([])).toBe('')
})

test('two members of one centre are two senders', () => {
  const members = ['Eva', 'Luis'].map((senderName, at) =>
    message(at + 1, '2026-11-20T12:00:00.000Z', { ...theirs, senderName }),
  )
  expect(shapeOf(members)).toBe('d[m][m]')
})

test('«Visto» is shown under the last message that the other side has read', () => {
  const all = [1, 2, 3].map((number) => message(number, '2026-11-20T12:00:00.000Z'))
  const reply = message(4, '2026-11-20T12:00:00.000Z', theirs)
  expect(lastSeen([...all, reply], { side: 'patient', otherReadNumber: 2 })).toBe('id-2')
  expect(lastSeen([...all, reply], { side: 'patient', otherReadNumber: 4 })).toBe('id-3')
  expect(lastSeen(all, { side: 'patient', otherReadNumber: 0 })).toBeUndefined()
})

test('days and times are written relative to today, and with the year when it is not the current one', () => {
  const today = '2026-11-20'
  expect(dayHeading({ date: '2026-11-20', today })).toBe('Hoy')
  expect(dayHeading({ date: '2026-11-19', today })).toBe('Ayer')
  expect(dayHeading({ date: '2026-11-16', today })).toBe('Lunes 16 de noviembre')
  expect(dayHeading({ date: '2025-12-31', today })).toBe('31 de diciembre de 2025')
  expect(shortMoment({ instant: '2026-11-20T12:00:00.000Z', today })).toBe('09:00')
  expect(shortMoment({ instant: '2026-11-20T02:00:00.000Z', today })).toBe('ayer')
  expect(shortMoment({ instant: '2026-11-16T12:00:00.000Z', today })).toBe('lun 16 nov')
})

test('the usual time until a reply is rounded to minutes, hours or days, in words', () => {
  expect([null, 5, 90, 700, 5000].map(usualReplyText)).toEqual([
    undefined,
    'Suele responder en menos de una hora',
    'Suele responder en unas horas',
    'Suele responder en el día',
    'Suele responder en más de un día',
  ])
})

test('only written http addresses and e-mail addresses become links', () => {
  expect(safeHref({ kind: 'url', text: 'https://senda.uy/a?b=1' })).toBe('https://senda.uy/a?b=1')
  expect(safeHref({ kind: 'email', text: 'ana@prueba.uy' })).toBe('mailto:ana@prueba.uy')
  for (const text of [
    'senda.uy',
    'javascript:alert(1)',
    'JavaScript://x%0aalert(1)',
    'data:text/html,x',
    'ftp://a.uy',
    'http://',
  ]) {
    expect(safeHref({ kind: 'url', text }), text).toBeUndefined()
  }
})
