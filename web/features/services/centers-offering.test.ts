import { expect, test } from 'vitest'

import { serviceSlugs, specialties } from '#contract/specialties.ts'
import { specialtyKey } from '#contract/values.ts'

import { centersOffering } from './centers-offering.ts'

test.each(serviceSlugs)('the service %s links to the search for this service alone', (service) => {
  const key = specialtyKey.parse(
    new URL(centersOffering(service), 'http://here.invalid').searchParams.get('specialties'),
  )
  expect(specialties[key].services).toEqual([service])
})
