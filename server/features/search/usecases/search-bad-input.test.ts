import { beforeAll, describe, expect, test } from 'vitest'
import type { CenterSearchResult } from '#contract/center-search.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { buildCenter, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'

let url: string

beforeAll(async () => {
  const platform = await testPlatform()
  const placed = await buildCenter(platform, { name: 'Centro Rambla', neighborhood: 'Pocitos' })
  await buildService(platform, { centerId: placed.centerId })
  await buildCenter(platform, { name: 'Centro Sin Mapa', neighborhood: null, department: 'Atlántida' })
  const server = await openTestServer({ platform })
  url = server.url
  return server.close
})

async function search(query: string): Promise<{ status: number; body: CenterSearchResult }> {
  const response = await fetch(`${url}/api/v1/centers?${query}`)
  return { status: response.status, body: (await response.json()) as CenterSearchResult }
}

const names = ({ items }: CenterSearchResult) => items.map(({ name }) => name)
const everything = ['Centro Rambla', 'Centro Sin Mapa']

const filters = (count: number) =>
  Array.from({ length: count }, (_, index) => `specialties[${index}]=fisioterapia`).join('&')

describe('a search with input that no screen sends', () => {
  test.each([
    ['a latitude out of range', 'latitude=91&longitude=-56'],
    ['a longitude out of range', 'latitude=-34&longitude=-181'],
    ['coordinates that are no numbers', 'latitude=NaN&longitude=NaN'],
    ['infinite coordinates', 'latitude=Infinity&longitude=-56'],
    ['a radius of 10,000 km', 'near=pocitos&radiusKm=10000'],
    ['a negative radius', 'near=pocitos&radiusKm=-1'],
    ['a radius that is no number', 'near=pocitos&radiusKm=NaN'],
    ['page 10^9', 'page=1000000000'],
    ['page 0', 'page=0'],
    ['half a page', 'page=1.5'],
    ['a text of 5,000 letters', `q=${'a'.repeat(5000)}`],
    ['31 filters', filters(31)],
    ['an unknown specialty', 'specialties[0]=astrologia'],
    ['an unknown order', 'sort=name'],
    ['a badge that is neither true nor false', 'verifiedOnly=perhaps'],
  ])('is refused for %s with a sentence for users', async (_, query) => {
    const { status, body } = await search(query)
    expect(status).toBe(422)
    expect(body).toMatchObject({ message: expect.stringMatching(/^[A-ZÁÉÍÓÚ¿].*[.?]$/) })
  })

  test.each([
    ['0 km and no location', 'radiusKm=0', everything],
    ['an order by distance and no location', 'sort=distance', everything],
    ['a latitude without a longitude', 'latitude=-34.9', everything],
    ['empty coordinates', 'latitude=&longitude=', everything],
    ['the cursor of another list', 'cursor=eyJhdCI6IjIwMjYifQ', everything],
    ['an empty flag', 'verifiedOnly=', everything],
    ['a text of one letter', 'q=r', []],
    ['a text of emoji', `q=${encodeURIComponent('🧘‍♀️🇺🇾')}`, []],
    ['the characters of a regular expression', `q=${encodeURIComponent('(.*)+$[')}`, []],
    ['the characters of a pattern', `q=${encodeURIComponent('%_%')}`, []],
    ['a text with SQL', `q=${encodeURIComponent("rambla'; drop table services; --")}`, []],
    ['a name between such characters', `q=${encodeURIComponent("'%rambla_.*")}`, ['Centro Rambla']],
    ['a text of 100 letters', `q=${'z'.repeat(100)}`, []],
    [
      'a sentence of 300 words',
      `q=${encodeURIComponent('quiero ir rambla '.repeat(100).slice(0, 1900))}`,
      ['Centro Rambla'],
    ],
    ['courtesy alone', `q=${encodeURIComponent('Hola, buenas tardes. Muchas gracias')}`, everything],
    ['a price of 0, which no centre has', 'q=rambla+gratis', ['Centro Rambla']],
    ['a place and 0 km', 'near=pocitos&radiusKm=0', everything],
    ['a place far away, which keeps a centre without coordinates', 'near=salto&radiusKm=5', ['Centro Sin Mapa']],
  ])('is accepted for %s and finds the matching centres', async (_, query, expected) => {
    const { status, body } = await search(query)
    expect(status).toBe(200)
    expect(names(body).toSorted()).toEqual(expected)
  })

  test('is refused for 300 filters before they are parsed', async () => {
    expect((await search(filters(300))).status).toBe(413)
  })

  test('beyond the country keeps a centre without coordinates as the last one by distance', async () => {
    const { body } = await search('latitude=-30.4&longitude=-56.4667&radiusKm=0&sort=distance')
    expect(names(body)).toEqual(everything)
    expect(body.items.at(-1)?.distanceMeters).toBeNull()
  })

  test('with all filters together responds in time in every order', async () => {
    const filters = 'q=rambla&near=pocitos&radiusKm=25&minRating=0&verifiedOnly=true&when=today&dayPart=afternoon'
    for (const sort of ['distance', 'rating', 'price', 'nextTime']) {
      const startedAt = performance.now()
      expect((await search(`${filters}&sort=${sort}`)).status, sort).toBe(200)
      expect(performance.now() - startedAt).toBeLessThan(5000)
    }
  })
})
