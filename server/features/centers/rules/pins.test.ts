import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Place } from '../centers.types.ts'
import { isOfPlace, isOnLand, pinPrecisionOf, pinRefusal } from './pins.ts'

const migration = new URL('../../../migrations/0005_catalogue.sql', import.meta.url)
const places = [
  ...readFileSync(migration, 'utf8').matchAll(/\('([a-z-]+)', '([^']+)', '(\w+)', '([^']+)', (-[\d.]+), (-[\d.]+)\)/g),
].map(
  ([, slug = '', name = '', kind, department = '', latitude, longitude]): Place => ({
    slug,
    name,
    kind: kind as Place['kind'],
    department,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }),
)

test('every place of the gazetteer lies on land and may be the pin of its department', () => {
  expect(places.length).toBeGreaterThan(50)
  expect(places.filter((place) => !isOnLand(place)).map(({ slug }) => slug)).toEqual([])
  expect(places.map((place) => pinRefusal(place, place)).filter((refusal) => refusal !== undefined)).toEqual([])
})

test.each([
  ['in Madrid', 40.4, -3.7, 'fuera de Uruguay'],
  ['in Buenos Aires', -34.6, -60, 'fuera de Uruguay'],
  ['on the equator', 0, 0, 'fuera de Uruguay'],
  ['with both coordinates exchanged', -56.15, -34.91, 'fuera de Uruguay'],
  ['in the bay of Montevideo', -34.89, -56.215, 'en el agua'],
  ['in the river off Pocitos', -34.93, -56.14, 'en el agua'],
  ['in the sea off La Paloma', -34.72, -54.1, 'en el agua'],
  ['in Concordia, across the river from Salto', -31.392, -58.02, 'en el agua o fuera de Uruguay'],
  ['in another department', -31.3833, -57.9667, 'lejos de Montevideo, el departamento de tu dirección'],
  ['in the next department but one', -34.9, -54.95, 'lejos de Montevideo'],
])('a pin %s is refused', (_, latitude, longitude, sentence) => {
  expect(pinRefusal({ latitude, longitude }, { department: 'Montevideo' })).toContain(sentence)
})

test.each([
  ['at the harbour of Punta del Este', -34.9625, -54.951, 'Maldonado'],
  ['in the old town of Colonia', -34.4725, -57.853, 'Colonia'],
  ['at the rambla of Pocitos', -34.9113, -56.1436, 'Montevideo'],
  ['in Cabo Polonio', -34.4, -53.784, 'Rocha'],
  ['in Bella Unión', -30.26, -57.599, 'Artigas'],
  ['in Río Branco', -32.597, -53.385, 'Cerro Largo'],
  ['in Chuy', -33.694, -53.456, 'Rocha'],
  ['in Paso de los Toros', -32.812, -56.517, 'Tacuarembó'],
  ['in Nueva Palmira', -33.877, -58.411, 'Colonia'],
  ['in Ciudad del Plata', -34.755, -56.39, 'San José'],
  ['in José Pedro Varela', -33.455, -54.536, 'Lavalleja'],
  ['in Sarandí del Yí', -33.342, -55.631, 'Durazno'],
  ['in a department of an old row', -31.3833, -57.9667, 'Atlántida'],
])('a pin %s is accepted', (_, latitude, longitude, department) => {
  expect(pinRefusal({ latitude, longitude }, { department })).toBeUndefined()
})

test('a pin that no owner moved is recognized, and one a few metres beside it is not', () => {
  const [place] = places
  if (!place) throw new Error('the gazetteer is empty')
  const { latitude, longitude } = place
  expect(isOfPlace({ latitude, longitude }, places)).toBe(true)
  expect(isOfPlace({ latitude: latitude + 0.00005, longitude }, places)).toBe(false)
})

test('a centre has an exact pin, an approximate one, or none', () => {
  expect(pinPrecisionOf({ latitude: -34.9, isPinExact: true })).toBe('exact')
  expect(pinPrecisionOf({ latitude: -34.9, isPinExact: false })).toBe('approximate')
  expect(pinPrecisionOf({ latitude: null, isPinExact: false })).toBe('none')
})
