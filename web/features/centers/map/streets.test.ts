import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { uruguay } from '#contract/uruguay.ts'
import { metersToLine, metersToStreet, streets } from './streets.ts'

const gazetteer = readFileSync('server/migrations/0005_catalogue.sql', 'utf8')

/** The position of a neighbourhood as the server's gazetteer has it. */
function placeOf(slug: string) {
  const [, latitude, longitude] =
    new RegExp(`\\('${slug}',.{0,80}?(-3\\d\\.\\d+), (-5\\d\\.\\d+)\\)`).exec(gazetteer) ?? []
  if (!latitude) throw new Error(`no place ${slug}`)
  return { latitude: Number(latitude), longitude: Number(longitude) }
}

const neighborhoods = [...gazetteer.matchAll(/\('([a-z-]+)', '[^']+', 'neighborhood'/g)].map(([, slug = '']) => slug)

function isOnLand([latitude, longitude]: readonly [number, number]): boolean {
  let isInside = false
  for (const [index, [lat, lng]] of uruguay.entries()) {
    const [otherLat, otherLng] = uruguay.at(index - 1) ?? [lat, lng]
    const crosses = lat > latitude !== otherLat > latitude
    if (crosses && longitude < ((otherLng - lng) * (latitude - lat)) / (otherLat - lat) + lng) isInside = !isInside
  }
  return isInside
}

test('each street lies on land, and the rambla near the coast', () => {
  const offLand = streets.flatMap(({ name, points }) =>
    points.filter((point) => !isOnLand(point)).map((at) => [name, at]),
  )
  expect(offLand).toEqual([])
  const farFromCoast = streets
    .filter(({ name }) => name.startsWith('Rambla'))
    .flatMap(({ name, points }) =>
      points
        .filter(([latitude, longitude]) => metersToLine({ latitude, longitude }, { points: uruguay }) > 350)
        .map((at) => [name, at]),
    )
  expect(farFromCoast).toEqual([])
})

test('each avenue passes near the neighbourhoods that it crosses', () => {
  const crossed: Record<string, string[]> = {
    '18 de Julio': ['centro', 'cordon'],
    '8 de Octubre': ['tres-cruces', 'la-blanqueada', 'union'],
    'Av. Italia': ['tres-cruces', 'parque-batlle', 'malvin-norte'],
    'Av. Rivera': ['parque-batlle', 'villa-dolores', 'buceo', 'malvin', 'punta-gorda'],
    'Bulevar Artigas': ['punta-carretas', 'tres-cruces', 'jacinto-vera', 'bella-vista'],
    'Bulevar España': ['parque-rodo', 'pocitos'],
    'Av. Brasil': ['pocitos'],
    Agraciada: ['aguada', 'bella-vista', 'paso-molino'],
    'General Flores': ['goes', 'jacinto-vera'],
    'San Martín': ['goes', 'brazo-oriental', 'cerrito'],
    Burgues: ['atahualpa', 'brazo-oriental'],
    Millán: ['reducto', 'atahualpa', 'prado', 'penarol', 'colon'],
    Garzón: ['paso-molino', 'sayago', 'colon'],
    'Luis Alberto de Herrera': ['la-blanqueada', 'larranaga', 'villa-dolores'],
    'José Batlle y Ordóñez (Propios)': ['buceo', 'union', 'cerrito'],
    'Carlos María Ramírez': ['belvedere', 'la-teja', 'cerro'],
    'Camino Corrales': ['maronas'],
    'Rambla Sur': ['barrio-sur', 'palermo'],
    'Rambla Gandhi': ['punta-carretas'],
    'Rambla Tomás Berreta': ['carrasco'],
    Giannattasio: ['ciudad-de-la-costa'],
  }
  const far = Object.entries(crossed).flatMap(([name, places]) => {
    const street = streets.find((each) => each.name === name)
    if (!street) return [`${name} is missing`]
    return places.filter((slug) => metersToLine(placeOf(slug), street) > 1100).map((slug) => `${name}, ${slug}`)
  })
  expect(far).toEqual([])
})

test('each neighbourhood of Montevideo has a drawn street within 650 metres, and other cities have none', () => {
  const far = neighborhoods.filter((slug) => metersToStreet(placeOf(slug)) > 650)
  expect(neighborhoods.length).toBeGreaterThan(30)
  expect(far).toEqual([])
  expect(metersToStreet(placeOf('salto'))).toBeGreaterThan(100_000)
})

test('the streets are small enough to load with the map', () => {
  expect(readFileSync('web/features/centers/map/streets.ts').length).toBeLessThan(20_000)
})
