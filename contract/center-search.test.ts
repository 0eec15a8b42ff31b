import { expect, test } from 'vitest'
import { centerCard } from './center-search.ts'
import { distanceSlider } from './search.ts'

test('a centre that is found has every field that the pages of a search read', () => {
  const fields = ['id', 'address', 'description', 'specialties', 'services', 'latitude', 'longitude', 'rating']
  expect(Object.keys(centerCard.shape)).toEqual(expect.arrayContaining([...fields, 'verified', 'phone', 'website']))
})

test('the distance of a search goes from 0 to 100 km in steps of 5', () => {
  expect(distanceSlider).toMatchObject({ min: 0, max: 100, step: 5 })
})
