import { expect, test, vi } from 'vitest'

import { openTab } from '#web/testing/tab.ts'

import { centerDraft } from './center-draft.ts'

const key = 'senda.draft.register-center'

test('a draft stores the typed values, and never a password', () => {
  openTab('/register-center')
  const typed = {
    accessData: { email: 'lucia@centro.uy', password: 'Camino-2026!', confirmPassword: 'Camino-2026!' },
    personalInfo: { fullName: 'Lucía', specialties: 'Reiki' },
    availability: { mondayStart: '09:00', mondayEnd: '18:00', modality: ['Online'], sessionDuration: '45' },
    services: {
      servicesList: 'Lo que hago',
      languages: '',
      priced: [{ serviceType: 'reiki', name: 'Reiki', price: '900', duration: '60' }],
    },
    files: { logo: 'logo.png' },
  }
  centerDraft.write(typed)
  expect(localStorage.getItem(key)).not.toContain('Camino')
  expect(centerDraft.read()).toMatchObject({
    accessData: { email: 'lucia@centro.uy' },
    personalInfo: { fullName: 'Lucía', specialties: 'Reiki' },
    availability: { mondayStart: '09:00', mondayEnd: '18:00', modality: ['Online'], sessionDuration: '45' },
    services: { priced: [{ serviceType: 'reiki', name: 'Reiki', price: '900', duration: '60' }] },
    files: { logo: 'logo.png' },
  })
  centerDraft.delete()
  expect(centerDraft.read().accessData).toEqual({})
})

test.each([
  'no es JSON',
  'null',
  '[]',
  '"texto"',
  '{"availability":{"modality":"Online"},"services":{"priced":[1]},"terms":7,"centerInfo":null}',
])('a stored draft of %s is read as an empty one', (stored) => {
  openTab('/register-center')
  localStorage.setItem(key, stored)
  const emptyDraft = {
    accessData: {},
    personalInfo: {},
    centerInfo: {},
    availability: {},
    services: {},
    terms: {},
    files: {},
  }
  expect(centerDraft.read()).toEqual(emptyDraft)
})

test('a draft stays for seven days after the last change, in every tab, and is then deleted', () => {
  openTab('/register-center')
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') })
  centerDraft.write({ personalInfo: { fullName: 'Lucía', specialties: '' } })
  vi.setSystemTime(new Date('2026-11-29T11:59:00Z'))
  expect([centerDraft.isKept(), centerDraft.read().personalInfo]).toEqual([
    true,
    { fullName: 'Lucía', specialties: '' },
  ])
  vi.setSystemTime(new Date('2026-11-29T12:00:00Z'))
  expect([centerDraft.isKept(), centerDraft.read().personalInfo]).toEqual([false, {}])
  expect(localStorage.getItem(key)).toBeNull()
  vi.useRealTimers()
})

test('a draft that was saved by a clock an hour fast stays, and one from a later week is deleted', () => {
  openTab('/register-center')
  localStorage.setItem(key, JSON.stringify({ savedAt: Date.now() + 3_600_000, typed: {} }))
  expect(centerDraft.isKept()).toBe(true)
  localStorage.setItem(key, JSON.stringify({ savedAt: Date.now() + 8 * 86_400_000, typed: {} }))
  expect(centerDraft.isKept()).toBe(false)
  expect(localStorage.getItem(key)).toBeNull()
})
