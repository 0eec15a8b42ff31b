import { expect, test } from 'vitest'

import { openTab } from '#web/platform/tab-under-test.ts'

import { centerDraft } from './center-draft.ts'

const key = 'senda.draft.register-center'

test('a draft keeps what was typed, and never a password', () => {
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
  expect(sessionStorage.getItem(key)).not.toContain('Camino')
  expect(centerDraft.read()).toMatchObject({
    accessData: { email: 'lucia@centro.uy' },
    personalInfo: { fullName: 'Lucía', specialties: 'Reiki' },
    availability: { mondayStart: '09:00', mondayEnd: '18:00', modality: ['Online'], sessionDuration: '45' },
    services: { priced: [{ serviceType: 'reiki', name: 'Reiki', price: '900', duration: '60' }] },
    files: { logo: 'logo.png' },
  })
  centerDraft.drop()
  expect(centerDraft.read().accessData).toEqual({})
})

test.each([
  'no es JSON',
  'null',
  '[]',
  '"texto"',
  '{"availability":{"modality":"Online"},"services":{"priced":[1]},"terms":7,"centerInfo":null}',
])('a draft that holds %s is an empty one', (found) => {
  openTab('/register-center')
  sessionStorage.setItem(key, found)
  const nothing = {
    accessData: {},
    personalInfo: {},
    centerInfo: {},
    availability: {},
    services: {},
    terms: {},
    files: {},
  }
  expect(centerDraft.read()).toEqual(nothing)
})
