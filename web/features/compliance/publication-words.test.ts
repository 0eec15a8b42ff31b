import { expect, test } from 'vitest'
import type { Publication } from '#contract/publication.ts'
import { summaryOf } from './publication-words.ts'

const services = { key: 'services', neededFor: 'bookings' } as const
const inReview = (isDone: boolean): Publication => ({
  ...{ state: 'in_review', isApproved: false, approvedAt: null, withdrawalReason: null, isSolo: true, documents: [] },
  parts: [
    { ...services, isDone },
    { key: 'logo', neededFor: 'profile', isDone: false },
  ],
})

test('a consultation in review is told that nothing is missing only when it could be booked', () => {
  expect(summaryOf(inReview(true)).text).toMatch(/^De tu parte no falta nada\./)
  const { text } = summaryOf(inReview(false))
  expect(text).not.toContain('De tu parte no falta nada')
  expect(text).toContain('Para recibir reservas te falta lo que sigue.')
  const withoutNumber = inReview(true)
  withoutNumber.parts.push({ key: 'numbers', neededFor: 'profile', isDone: false })
  expect(summaryOf(withoutNumber).text).toContain('Si escribes el número de registro')
})

const rooms = { key: 'rooms', isDone: false } as const

test('a missing room holds back only the sessions online where others can be booked', () => {
  const mixed = inReview(true)
  mixed.parts.push({ ...rooms, neededFor: 'online' })
  expect(summaryOf(mixed).text).toContain('Para las consultas online te falta el enlace de la sala')
  expect(summaryOf(mixed).text).not.toContain('Para recibir reservas')
  expect(summaryOf({ ...mixed, isSolo: false }).text).toContain('falta el enlace de la sala de algún profesional')
  expect(summaryOf({ ...mixed, state: 'published' })).toMatchObject({
    text: expect.stringMatching(/^Aparece en la búsqueda y recibe reservas\. Para las consultas online te falta/),
    tone: 'amber',
  })
  const onlyOnline = inReview(true)
  onlyOnline.parts.push({ ...rooms, neededFor: 'bookings' })
  expect(summaryOf(onlyOnline).text).toContain('Para recibir reservas te falta lo que sigue.')
  expect(summaryOf(onlyOnline).text).not.toContain('online')
})
