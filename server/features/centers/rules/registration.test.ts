import { expect, test } from 'vitest'
import { presetHours } from '#contract/availability.ts'
import { legalVersions } from '#contract/brand.ts'
import { centerRegistrationSteps } from '#contract/center-registration.ts'
import { weekdayKeys } from '#contract/weekday-keys.ts'
import { metadataOfRegistration, readWeek } from './registration.ts'

const noHours = Object.fromEntries(
  weekdayKeys.flatMap((day) => [
    [`${day}Start`, ''],
    [`${day}End`, ''],
  ]),
)
const week = (hours: Record<string, string>) =>
  readWeek(
    centerRegistrationSteps.availability.parse({
      ...noHours,
      modality: ['Presencial'],
      sessionDuration: '60',
      platform: '',
      cancellationPolicy: '',
      ...hours,
    }),
  )

test('the default hours of a professional are Monday to Saturday, nine to seven, with a break from one to two', () => {
  const days = weekdayKeys.filter((day) => day !== 'sunday')
  const hours = Object.fromEntries(
    days.flatMap((day) => [
      [`${day}Start`, '09:00'],
      [`${day}End`, '19:00'],
    ]),
  )
  expect(week({ ...hours, breakStart: '13:00', breakEnd: '14:00' })).toEqual(presetHours)
})

test('a break outside the hours of a day does not change that day', () => {
  expect(week({ mondayStart: '14:00', mondayEnd: '19:00', breakStart: '13:00', breakEnd: '14:00' })).toEqual([
    { weekday: 1, startMinute: 840, endMinute: 1140 },
  ])
  expect(week({ mondayStart: '09:00', mondayEnd: '13:00' })).toEqual([{ weekday: 1, startMinute: 540, endMinute: 780 }])
})

test('the metadata of a centre’s account are few: the groups of the form are stored in their tables instead', () => {
  const form = {
    personalInfo: { fullName: 'Lucía Pérez' },
    centerInfo: { contactPhone: '27101234' },
    terms: { acceptTerms: true, acceptPrivacy: true, versions: legalVersions },
  }
  expect(metadataOfRegistration(form as never)).toEqual({
    user_type: 'center',
    subscriptionCompleted: true,
    full_name: 'Lucía Pérez',
    phone: '27101234',
    accepted_terms: legalVersions.terms,
    accepted_privacy: legalVersions.privacy,
  })
})
