import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { presetHours } from '#contract/availability.ts'
import type { CenterSearchResult } from '#contract/center-search.ts'
import { coverKeys } from '#contract/cover-labels.ts'
import { languageKeys, languages } from '#contract/languages.ts'
import type { MapResult } from '#contract/map.ts'
import type { Recommendation } from '#contract/recommendations.ts'
import type { WeeklyInterval } from '#server/platform/local-time.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

type Recommendations = { items: Recommendation[] }

let platform: TestPlatform
let url: string

type Person = { name: string; modalities?: ('Presencial' | 'Online' | 'A domicilio')[]; ages?: string[] }
type Stated = Person & { gender?: 'woman' | 'man'; priceCents: number; hours?: readonly WeeklyInterval[] }

async function addPerson(centerId: string, stated: Stated) {
  const { name, modalities = ['Presencial'], ages = [], gender, priceCents, hours = presetHours } = stated
  const { professionalId } = await buildProfessional(platform, {
    centerId,
    name,
    modalities,
    hours,
  })
  await platform.db
    .updateTable('professionals')
    .set({ ages, gender: gender ?? null })
    .where('id', '=', professionalId)
    .execute()
  await buildService(platform, { centerId, professionalId, priceCents, name: 'Consulta de fisioterapia' })
}

beforeAll(async () => {
  platform = await testPlatform()
  const build = async (name: string, stated: { covers?: string[]; languages?: string[] } = {}) => {
    const { centerId } = await buildCenter(platform, {
      name,
      neighborhood: 'Pocitos',
      modalities: ['Presencial', 'Online', 'A domicilio'],
      languages: stated.languages ?? ['Español'],
    })
    await platform.db
      .updateTable('center_profiles')
      .set({ covers: stated.covers ?? [] })
      .where('id', '=', centerId)
      .execute()
    return centerId
  }
  const mixed = await build('Mixto', { covers: ['casmu', 'bps'], languages: ['español', 'Inglés (fluido)'] })
  // Each meets a part: the cheap one is a man at the centre, the woman attends online and costs more.
  await addPerson(mixed, {
    ...{ name: 'Pablo Díaz', gender: 'man', ages: ['adults', 'older'], priceCents: 90_000 },
    hours: [{ weekday: 1, startMinute: 9 * 60, endMinute: 12 * 60 }],
  })
  await addPerson(mixed, {
    ...{ name: 'Ana Suárez', gender: 'woman', ages: ['children', 'teenagers'], priceCents: 200_000 },
    modalities: ['Online'],
  })
  const silent = await build('Sin decir', { covers: ['asse'], languages: ['Português', 'LSU'] })
  await addPerson(silent, { name: 'Sol Paz', priceCents: 150_000, modalities: ['A domicilio'] })
  const free = await build('Gratis')
  await addPerson(free, { name: 'Inés Mar', gender: 'woman', priceCents: 0 })
  await buildCenter(platform, { name: 'Vacío', neighborhood: 'Pocitos' })
  const server = await openTestServer({ platform })
  url = server.url
  return server.close
})

async function get<Body>(path: string): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${url}/api/v1${path}`)
  return { status: response.status, body: (await response.json()) as Body }
}

const all = ['Gratis', 'Mixto', 'Sin decir', 'Vacío']
const area = 'area=-34.9400,-56.1800,-34.8800,-56.1200'

const cases: [query: string, expected: string[]][] = [
  ['cover=casmu', ['Mixto']],
  ['cover=mutualista', ['Mixto']],
  ['cover=asse', ['Sin decir']],
  ['cover=smi', []],
  ['language=english', ['Mixto']],
  ['language=portuguese', ['Sin decir']],
  ['language=signs', ['Sin decir']],
  ['maxPrice=900', ['Gratis', 'Mixto']],
  ['maxPrice=899', ['Gratis']],
  ['maxPrice=0', ['Gratis']],
  ['ages=children', ['Gratis', 'Mixto', 'Sin decir']],
  ['gender=woman', ['Gratis', 'Mixto']],
  ['gender=man', ['Mixto']],
  ['modality=online', ['Mixto']],
  ['modality=home', ['Sin decir']],
  // What two professionals of a centre have between them, none of them has.
  ['gender=woman&maxPrice=1500', ['Gratis']],
  ['gender=man&modality=online', []],
  ['ages=children&maxPrice=1000', ['Gratis']],
  ['ages=children&gender=woman&modality=online&maxPrice=2000&language=english&cover=bps', ['Mixto']],
  ['q=fisioterapia&gender=man', ['Mixto']],
  ['q=online&gender=woman', ['Mixto']],
  // A control outranks the words of its kind.
  ['q=online&modality=home', ['Sin decir']],
  ['when=tomorrow&gender=man&maxPrice=900', []],
  ['when=2026-11-23&gender=man&maxPrice=900', ['Mixto']],
  ['when=2026-11-23&gender=woman&maxPrice=900', ['Gratis']],
  ['sort=price&gender=woman', ['Gratis', 'Mixto']],
  ['service=fisioterapia&ages=older&maxPrice=900', ['Gratis', 'Mixto']],
  ['service=reiki&gender=woman', []],
  ['cover=&language=&maxPrice=&ages=&gender=&modality=', all],
]

describe('what a visitor asks of a centre and of a professional', () => {
  test.each([
    ['q=fisioterapia+online', 'online'],
    ['q=fisioterapia&modality=home', 'home'],
    ['q=fisioterapia', null],
  ])('the card of «%s» keeps how the appointment is to take place', async (query, expected) => {
    const { body } = await get<CenterSearchResult>(`/centers?${query}`)
    expect(body.items[0]?.offer?.place).toBe(expected)
  })

  test.each(cases)('«%s» finds the same centres in the list, in the total and on the map', async (query, expected) => {
    const { status, body } = await get<CenterSearchResult>(`/centers?${query}`)
    expect(status).toBe(200)
    expect(body.items.map(({ name }) => name).toSorted()).toEqual(expected)
    expect(body.total).toBe(expected.length)
    const onMap = await get<MapResult>(`/map/centers?${area}&${query.replace(/sort=price&/, '')}`)
    expect(onMap.body.points.map(({ name }) => name).toSorted()).toEqual(expected)
  })

  test('the offer and the times of a card are of the professional who meets all of it', async () => {
    const offerOf = async (query: string) => {
      const { body } = await get<CenterSearchResult>(`/centers?${query}`)
      const card = body.items.find(({ name }) => name === 'Mixto')
      const who = new Set(card?.nextTimes.map(({ professionalId }) => professionalId))
      const names = await platform.db
        .selectFrom('professionals')
        .select('full_name')
        .where('id', 'in', [...who])
        .execute()
      return { price: card?.offer?.priceCents, professionals: names.map(({ full_name: name }) => name) }
    }
    expect(await offerOf('gender=woman')).toEqual({ price: 200_000, professionals: ['Ana Suárez'] })
    expect(await offerOf('maxPrice=1000')).toEqual({ price: 90_000, professionals: ['Pablo Díaz'] })
    expect(await offerOf('ages=teenagers&modality=online')).toEqual({ price: 200_000, professionals: ['Ana Suárez'] })
  })

  test('recommendations obey them, too', async () => {
    const names = async (query: string) => {
      const { body } = await get<Recommendations>(`/recommendations?service=fisioterapia&${query}`)
      return body.items.map(({ name }) => name).toSorted()
    }
    expect(await names('')).toEqual(['Gratis', 'Mixto', 'Sin decir'])
    expect(await names('gender=man')).toEqual(['Mixto'])
    expect(await names('maxPrice=0')).toEqual(['Gratis'])
    expect(await names('cover=asse')).toEqual(['Sin decir'])
  })

  test.each([
    'cover=seguro-de-mi-abuela',
    'cover=constructor',
    'maxPrice=-1',
    'maxPrice=12.5',
    'maxPrice=gratis',
    'maxPrice=1000001',
    'maxPrice=Infinity',
    'ages=everyone',
    'ages[0]=children',
    'gender=female',
    'language=klingon',
    'modality=Presencial',
    'modality=telepathy',
  ])('«%s» is refused with a sentence', async (query) => {
    for (const path of ['/centers?', `/map/centers?${area}&`, '/recommendations?service=fisioterapia&']) {
      const { status, body } = await get(path + query)
      expect([path, status]).toEqual([path, 422])
      expect(body).toMatchObject({ message: expect.stringMatching(/^[A-ZÁÉÍÓÚ¿].*[.?]$/) })
    }
  })
})

describe('the database', () => {
  test('accepts the covers of the contract and no others', async () => {
    const store = (covers: string[]) =>
      platform.db.updateTable('center_profiles').set({ covers }).where('center_name', '=', 'Vacío').execute()
    await store(coverKeys)
    await expect(store(['astrologia'])).rejects.toThrow(/center_profiles_covers_check/)
    const people = platform.db.updateTable('professionals')
    await expect(people.set({ ages: ['everyone'] }).execute()).rejects.toThrow(/professionals_ages_check/)
    await expect(people.set({ gender: 'none' }).execute()).rejects.toThrow(/professionals_gender_check/)
  })

  test('reads the languages of the contract in what centres typed', async () => {
    const read = async (typed: string[]) => {
      const { rows } = await sql<{ keys: string[] }>`select language_keys(${typed}::text[]) as keys`.execute(
        platform.db,
      )
      return rows[0]?.keys
    }
    for (const key of languageKeys) {
      const { label, typed } = languages[key]
      for (const text of [label, ...typed]) expect([text, await read(['Español', text])]).toEqual([text, [key]])
    }
    expect(await read([])).toEqual([])
    expect(await read(['Español', 'guaraní'])).toEqual([])
    expect(await read(['ingles y frances'])).toEqual(['english', 'french'])
  })
})
