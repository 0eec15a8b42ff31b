import { expect, test } from 'vitest'
import { modalities } from './modalities.ts'
import { placesOf } from './places.ts'

test('each modality allows its place, and «Mixta» allows the centre and video calls', () => {
  expect(modalities.map((modality) => [modality, placesOf([modality])])).toEqual([
    ['Presencial', ['center']],
    ['Online', ['online']],
    ['A domicilio', ['home']],
    ['Mixta', ['center', 'online']],
  ])
})

test('a professional with several modalities attends at the places of each, every place listed once', () => {
  expect(placesOf(['A domicilio', 'Mixta', 'Online'])).toEqual(['center', 'online', 'home'])
  expect(placesOf([])).toEqual([])
})
