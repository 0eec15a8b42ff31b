import { beforeAll, describe, expect, test } from 'vitest'
import type { CenterSearch } from '#contract/center-search.ts'
import type { Modality } from '#server/features/centers/centers.types.ts'
import { buildAppointment, buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { searchRoutes } from '../routes/search.ts'

let platform: TestPlatform

const searchCenters = (on: TestPlatform, search: CenterSearch) =>
  clientOf(on, searchRoutes.centers, undefined).search(search)

async function names(search: CenterSearch): Promise<string[]> {
  const result = await searchCenters(platform, search)
  return result.items.map((item) => item.name)
}

async function rate(centerId: string, rating: number, reviews: number): Promise<void> {
  await platform.db
    .updateTable('center_profiles')
    .set({ rating, total_reviews: reviews })
    .where('id', '=', centerId)
    .execute()
}

describe('with six centres', () => {
  beforeAll(async () => {
    platform = await testPlatform()
    const modalities: Modality[] = ['Presencial']
    // Friday 20 November 2026, 09:00 in Montevideo: today's times go to 18:00.
    const fisio = await buildCenter(platform, { name: 'Movimiento Libre', neighborhood: 'Pocitos', modalities })
    await buildService(platform, { centerId: fisio.centerId })
    await rate(fisio.centerId, 4.2, 40)
    const far = await buildCenter(platform, { name: 'Fisioterapia Salto', neighborhood: null, department: 'Salto' })
    await buildService(platform, {
      centerId: far.centerId,
      hours: [{ weekday: 1, startMinute: 18 * 60, endMinute: 21 * 60 }],
    })
    await rate(far.centerId, 5, 1)
    const buceo = await buildCenter(platform, {
      name: 'Clínica Ñandú',
      neighborhood: 'Buceo',
      specialties: ['Psicología', 'Psiquiatría'],
    })
    await buildService(platform, {
      centerId: buceo.centerId,
      serviceType: 'psicoterapia',
      name: 'Sesión de psicoterapia',
      hours: [{ weekday: 6, startMinute: 10 * 60, endMinute: 12 * 60 }],
    })
    await rate(buceo.centerId, 4.8, 120)
    const lost = await buildCenter(platform, {
      name: 'Fisio sin mapa',
      neighborhood: null,
      department: 'Atlántida',
      specialties: ['Fisioterapia'],
    })
    await buildProfessional(platform, { centerId: lost.centerId, hours: [] })
    await buildCenter(platform, { name: 'Fisio oculta', isPublic: false, specialties: ['Fisioterapia'] })
    await buildCenter(platform, { name: 'Fisio sin aprobar', isApproved: false, specialties: ['Fisioterapia'] })
    await buildCenter(platform, { name: 'Psico Cordón', neighborhood: 'Cordón', specialties: ['Psicología'] })
  })

  test.each(['fisio', 'FISIÓ', 'fisoterapia', 'Fisioterapia', '  fisio 😀 ', 'fisio%'])(
    '«%s» near Pocitos finds the physiotherapists, the nearest first and those without coordinates last',
    async (q) => {
      expect(await names({ q, near: 'pocitos', radiusKm: 0 })).toEqual([
        'Movimiento Libre',
        'Fisioterapia Salto',
        'Fisio sin mapa',
      ])
    },
  )

  test('without a radius, a search covers 50 km around the place, and keeps centres without coordinates', async () => {
    expect(await names({ q: 'fisio', near: 'pocitos' })).toEqual(['Movimiento Libre', 'Fisio sin mapa'])
  })

  test('distances are in great-circle metres from the place, and unknown without one', async () => {
    const near = await searchCenters(platform, { q: 'fisio', near: 'salto', radiusKm: 0 })
    expect(near.items.map((item) => item.distanceMeters)).toEqual([0, expect.any(Number), null])
    // Salto to Pocitos.
    expect(near.items[1]?.distanceMeters).toBeGreaterThan(425_000)
    expect(near.items[1]?.distanceMeters).toBeLessThan(430_000)
    expect(near.place).toMatchObject({ slug: 'salto', name: 'Salto' })
    const anywhere = await searchCenters(platform, { q: 'fisio' })
    expect(anywhere.items.map((item) => item.distanceMeters)).toEqual([null, null, null])
    expect(anywhere.place).toBeNull()
  })

  test('coordinates work like a place', async () => {
    const result = await searchCenters(platform, { latitude: -34.9, longitude: -56.13, radiusKm: 5 })
    expect(result.items.map((item) => item.name)).toEqual([
      'Clínica Ñandú',
      'Movimiento Libre',
      'Psico Cordón',
      'Fisio sin mapa',
    ])
    expect(result.place).toMatchObject({ slug: null })
  })

  test('without a place, centres are ordered by the rating weighted by the number of reviews', async () => {
    expect(await names({})).toEqual([
      'Clínica Ñandú',
      'Movimiento Libre',
      'Fisioterapia Salto',
      expect.stringMatching(/^(Fisio sin mapa|Psico Cordón)$/),
      expect.stringMatching(/^(Fisio sin mapa|Psico Cordón)$/),
    ])
  })

  test('without a place, a text in the name ranks above the same text elsewhere', async () => {
    expect((await names({ q: 'fisio' })).slice(0, 2)).toEqual(['Fisioterapia Salto', 'Fisio sin mapa'])
  })

  test.each([
    ['nandu', ['Clínica Ñandú']],
    ['CLÍNICA', ['Clínica Ñandú']],
    // So few letters match a whole word.
    ['cl', []],
    ['psicologo en cordon', ['Psico Cordón', 'Clínica Ñandú']],
    ['psiquiatra', ['Clínica Ñandú']],
    ['psiquiatra premiado', ['Clínica Ñandú']],
    ['movimeinto', ['Movimiento Libre']],
    ['%', []],
    ['_', []],
    ['%%% ___', []],
    ['😀', []],
    ['\\', []],
    ['zzzz', []],
  ])('«%s» finds %j', async (q, expected) => {
    expect(await names({ q })).toEqual(expected)
  })

  test('an empty text filters nothing', async () => {
    expect(await names({ q: '' })).toHaveLength(5)
  })

  test('several specialties find centres that meet any of them, and a narrower one only centres that name it', async () => {
    expect(await names({ specialties: ['psiquiatria'] })).toEqual(['Clínica Ñandú'])
    expect(await names({ specialties: ['neurologia'] })).toEqual([])
    expect(await names({ specialties: ['psicologia'] })).toEqual(['Clínica Ñandú', 'Psico Cordón'])
    expect(await names({ specialties: ['fisioterapia', 'psicologia'] })).toHaveLength(5)
  })

  test('a service finds the centres that offer it', async () => {
    expect(await names({ service: 'fisioterapia', near: 'pocitos', radiusKm: 0 })).toEqual([
      'Movimiento Libre',
      'Fisioterapia Salto',
    ])
  })

  test('a minimum rating excludes centres with a lower one', async () => {
    expect(await names({ minRating: 4.5 })).toEqual(['Clínica Ñandú', 'Fisioterapia Salto'])
    expect(await names({ minRating: 0 })).toHaveLength(5)
  })

  test.each([
    [{ when: 'today' }, ['Movimiento Libre']],
    [{ dayPart: 'morning' }, ['Clínica Ñandú', 'Movimiento Libre']],
    [{ dayPart: 'afternoon' }, ['Movimiento Libre']],
    [{ dayPart: 'evening' }, ['Movimiento Libre', 'Fisioterapia Salto']],
    [{ when: 'weekend' }, ['Clínica Ñandú', 'Movimiento Libre']],
    [{ when: 'weekend', dayPart: 'evening' }, ['Movimiento Libre']],
  ] as const)('the search %j finds the centres with a free time then', async (search, expected) => {
    const result = await searchCenters(platform, search)
    expect(result.items.map((item) => item.name)).toEqual(expected)
    expect(result).toMatchObject({ total: expected.length, totalAnyDay: 5 })
    for (const item of result.items) expect(item.nextTimes.length).toBeGreaterThan(0)
  })

  test('a card shows three free times of the requested window, spread over the first day, and counts the others of that day', async () => {
    const [any] = (await searchCenters(platform, { q: 'movimiento' })).items
    // Bookings need an hour's notice, so the first time is at ten.
    expect(any?.nextTimes.map((time) => time.startsAt)).toEqual([
      '2026-11-20T13:00:00.000Z',
      '2026-11-20T18:00:00.000Z',
      '2026-11-20T21:00:00.000Z',
    ])
    expect(any?.moreTimes).toBe(11)
    // An order that needs all cards has the same times on them.
    const [sorted] = (await searchCenters(platform, { q: 'movimiento', sort: 'price' })).items
    expect([sorted?.nextTimes, sorted?.moreTimes]).toEqual([any?.nextTimes, 11])
    const [evening] = (await searchCenters(platform, { q: 'movimiento', dayPart: 'evening' })).items
    expect(evening?.nextTimes.map((time) => time.startsAt)).toEqual([
      '2026-11-20T21:00:00.000Z',
      '2026-11-21T21:00:00.000Z',
      '2026-11-23T21:00:00.000Z',
    ])
  })

  test('an unknown place is refused', async () => {
    await expect(searchCenters(platform, { near: 'atlantis' })).rejects.toMatchObject({
      code: 'centers.unknown_place',
      status: 422,
    })
  })

  test('a page beyond the end is empty and keeps the total', async () => {
    for (const search of [{}, { near: 'pocitos' }, { dayPart: 'morning' as const }]) {
      const result = await searchCenters(platform, { ...search, page: 101 })
      expect(result).toMatchObject({ items: [], page: 101, pages: 1 })
      expect(result.total).toBeGreaterThan(0)
    }
  })
})

test('a centre is found by the names and specialties of its active professionals and the names of its active services', async () => {
  platform = await testPlatform()
  const { centerId, professionalId } = await buildProfessional(platform, {
    centerId: (await buildCenter(platform, { name: 'Centro Rambla' })).centerId,
    name: 'Lic. Inés Etchegaray',
    specialties: ['Suelo pélvico'],
  })
  const { serviceId } = await buildService(platform, { centerId, professionalId, name: 'Drenaje linfático' })
  for (const q of ['etchegaray', 'INES ETCHEGARAY', 'suelo pelvico', 'piso pélvico', 'drenaje', 'etchegarai']) {
    expect(await names({ q }), q).toEqual(['Centro Rambla'])
  }
  // Only the beginning of a word matches.
  expect(await names({ q: 'gara' })).toEqual([])
  await platform.db.updateTable('services').set({ is_active: false }).where('id', '=', serviceId).execute()
  expect(await names({ q: 'drenaje' })).toEqual([])
  await platform.db.updateTable('professionals').set({ is_active: false }).where('id', '=', professionalId).execute()
  expect(await names({ q: 'etchegaray' })).toEqual([])
})

test('a search for a professional by name offers only that professional’s times', async () => {
  platform = await testPlatform()
  const { centerId } = await buildCenter(platform, { name: 'Centro Rambla' })
  const team = ['Lic. Inés Etchegaray', 'Lic. Ana Suárez'].map((name) =>
    buildProfessional(platform, { centerId, name }),
  )
  const [ines, ana] = await Promise.all(team)
  for (const member of [ines, ana]) await buildService(platform, { ...member })
  const [card] = (await searchCenters(platform, { q: 'Inés Etchegaray' })).items
  expect(card?.professional).toEqual({ id: ines?.professionalId, name: 'Lic. Inés Etchegaray' })
  expect(new Set(card?.nextTimes.map(({ professionalId }) => professionalId))).toEqual(new Set([ines?.professionalId]))
  expect((await searchCenters(platform, { q: 'rambla' })).items[0]?.professional).toBeNull()
})

test('«online» in the text finds centres that offer the service by video call, and is shown as a chip', async () => {
  platform = await testPlatform()
  for (const [name, modalities] of [
    ['Por pantalla', ['Online']],
    ['En persona', ['Presencial']],
    ['De las dos formas', ['Mixta']],
  ] as const) {
    const { centerId } = await buildCenter(platform, { name, modalities: [...modalities] })
    const { professionalId } = await buildProfessional(platform, { centerId, modalities: [...modalities] })
    await buildService(platform, { centerId, professionalId })
  }
  const result = await searchCenters(platform, { q: 'fisio online' })
  expect(result.items.map(({ name }) => name).sort()).toEqual(['De las dos formas', 'Por pantalla'])
  expect(result.understood).toEqual([{ kind: 'modality', label: 'Online', q: 'fisio' }])
  for (const { nextTimes } of result.items) expect(nextTimes).toHaveLength(3)
  expect(await names({ q: 'fisio' })).toHaveLength(3)
  // Video calls for another service are not enough.
  const { centerId } = await buildCenter(platform, { name: 'Mixto', modalities: ['Presencial', 'Online'] })
  await buildService(platform, { centerId })
  const psychologist = await buildProfessional(platform, { centerId, modalities: ['Online'] })
  await buildService(platform, { ...psychologist, serviceType: 'psicoterapia', name: 'Sesión de psicoterapia' })
  expect(await names({ q: 'fisio online' })).not.toContain('Mixto')
  expect(await names({ q: 'psicoterapia online' })).toEqual(['Mixto'])
})

test('a fully booked centre is not found for today, and is found again after a cancellation', async () => {
  platform = await testPlatform()
  const hours = [{ weekday: 5, startMinute: 10 * 60, endMinute: 11 * 60 }]
  const { appointmentId, ...service } = await buildAppointment(platform, {
    ...(await buildService(platform, { hours })),
    startsAt: new Date('2026-11-20T13:00:00Z'),
  })
  expect(await names({ when: 'today' })).toEqual([])
  expect(await names({})).toHaveLength(1)
  await platform.db
    .updateTable('appointments')
    .set({ status: 'cancelled', cancelled_at: platform.clock.now(), cancelled_by: 'patient' })
    .where('id', '=', appointmentId)
    .execute()
  const result = await searchCenters(platform, { when: 'today' })
  expect(result.items[0]?.nextTimes).toEqual([
    { startsAt: '2026-11-20T13:00:00.000Z', serviceId: service.serviceId, professionalId: service.professionalId },
  ])
})

test('a card shows a service that fits the search, with its duration, price and free times', async () => {
  platform = await testPlatform()
  const { centerId, professionalId } = await buildService(platform, {
    serviceType: 'psicoterapia',
    name: 'Sesión individual',
    priceCents: 165_000,
  })
  const couple = await buildService(platform, {
    centerId,
    professionalId,
    serviceType: 'psicoterapia',
    name: 'Sesión de pareja',
    priceCents: 255_000,
    durationMinutes: 90,
  })
  const [card] = (await searchCenters(platform, { q: 'psicoterapia de pareja' })).items
  expect(card?.offer).toEqual({
    name: 'Sesión de pareja',
    durationMinutes: 90,
    priceCents: 255_000,
    samePrice: true,
    place: null,
  })
  expect(card?.nextTimes.map(({ serviceId }) => serviceId)).toEqual(Array(3).fill(couple.serviceId))
  expect((await searchCenters(platform, { q: 'psicoterapia' })).items[0]?.offer?.name).toBe('Sesión individual')
})

test('a card shows no time when no service clearly fits the search', async () => {
  platform = await testPlatform()
  await buildService(platform, { serviceType: 'psicoterapia', name: 'Consulta psiquiátrica' })
  expect((await searchCenters(platform, { q: 'psicoterapia' })).items).toMatchObject([{ offer: null, nextTimes: [] }])
})

test('a search for today or later returns the centres that are free today, or all centres when none is', async () => {
  platform = await testPlatform()
  const friday = [{ weekday: 5, startMinute: 10 * 60, endMinute: 11 * 60 }]
  const saturday = [{ weekday: 6, startMinute: 10 * 60, endMinute: 11 * 60 }]
  for (let index = 0; index < 13; index++) await buildService(platform, { hours: saturday })
  const later = await searchCenters(platform, { when: 'todayOrLater', page: 2 })
  expect(later).toMatchObject({ total: 13, pages: 2, today: false })
  expect(later.items.map(({ nextTimes }) => nextTimes[0]?.startsAt)).toEqual(['2026-11-21T13:00:00.000Z'])

  const { centerId } = await buildService(platform, { hours: friday })
  const today = await searchCenters(platform, { when: 'todayOrLater' })
  expect(today).toMatchObject({ total: 1, today: true, items: [{ id: centerId }] })
  expect(await searchCenters(platform, { when: 'today' })).toEqual(today)
  expect(today.totalAnyDay).toBe(14)
  expect(await searchCenters(platform, {})).toMatchObject({ total: 14, totalAnyDay: 14, today: false })

  const evening = { when: 'todayOrLater', dayPart: 'evening' } as const
  expect(await searchCenters(platform, evening)).toMatchObject({ total: 0, totalAnyDay: 14, today: false })
  await buildService(platform, { hours: [{ weekday: 6, startMinute: 19 * 60, endMinute: 20 * 60 }] })
  expect(await searchCenters(platform, evening)).toMatchObject({ total: 1, totalAnyDay: 15, today: false })
})

test('a date finds the centres with a free time on that day, also more than two weeks ahead', async () => {
  platform = await testPlatform()
  const wednesday = [{ weekday: 3, startMinute: 10 * 60, endMinute: 11 * 60 }]
  const { centerId } = await buildService(platform, { hours: wednesday })
  await buildService(platform, { hours: [{ weekday: 4, startMinute: 10 * 60, endMinute: 11 * 60 }] })
  const result = await searchCenters(platform, { when: '2027-01-13' })
  expect(result).toMatchObject({ total: 1, totalAnyDay: 2, items: [{ id: centerId }] })
  expect(result.items[0]?.nextTimes[0]?.startsAt).toBe('2027-01-13T13:00:00.000Z')
  expect(await searchCenters(platform, { when: '2027-01-13', dayPart: 'evening' })).toMatchObject({ total: 0 })
})

test('a date in the past or after the last bookable day is ignored', async () => {
  platform = await testPlatform()
  await buildService(platform)
  for (const when of ['2026-11-19', '2027-06-01']) {
    expect(await searchCenters(platform, { when }), when).toMatchObject({ total: 1, totalAnyDay: 1 })
  }
})

test('pages of twelve contain each of thirty centres once', async () => {
  platform = await testPlatform()
  for (let index = 0; index < 30; index++) await buildCenter(platform, { name: `Centro ${index}` })
  const pages = [
    await names({ near: 'pocitos' }),
    await names({ near: 'pocitos', page: 2 }),
    await names({ near: 'pocitos', page: 3 }),
  ]
  expect(pages.map((page) => page.length)).toEqual([12, 12, 6])
  expect(new Set(pages.flat()).size).toBe(30)
  expect(await searchCenters(platform, {})).toMatchObject({ total: 30, pages: 3 })
})

describe('names', () => {
  beforeAll(async () => {
    platform = await testPlatform()
    for (const [name, rating, ...team] of [
      ['Sauce', 3, 'Lic. Ana Suárez'],
      ['Ceibo', 4, 'Dra. Ana Inés Suárez Ortiz'],
      ['Anahí Suárez y equipo', 5, 'Luis Gómez'],
      ['Movimiento Libre', 3, 'Mario Sosa', 'Rosa Luna'],
      ['Libre de dolor, movimiento y pausa', 5, 'Pablo Ríos'],
    ] as const) {
      const { centerId } = await buildCenter(platform, { name, neighborhood: 'Pocitos' })
      for (const each of team) {
        const { professionalId } = await buildProfessional(platform, { centerId, name: each })
        const hours = [{ weekday: 1, startMinute: 600, endMinute: 720 }]
        await buildService(platform, { centerId, professionalId, hours })
      }
      await rate(centerId, rating, 50)
    }
  })

  test.each([
    'ana suarez',
    'SUÁREZ ANA',
    'Lic. Ana Suárez',
    'Dra. Ana Suarez',
    'fisioterapeuta ana suárez',
    'Ana Suárez hoy',
  ])(
    '«%s» finds the professional of exactly this name first, whatever the title, before better rated centres',
    async (q) => {
      const result = await searchCenters(platform, { q, when: 'todayOrLater' })
      expect(result.items.map(({ name }) => name).slice(0, 2)).toEqual(['Sauce', 'Ceibo'])
      expect(result.nearMiss).toBeNull()
    },
  )

  test('the exact name of a centre comes before others that contain it, on each page once', async () => {
    const result = await searchCenters(platform, { q: 'movimiento libre' })
    expect(result.items.map(({ name }) => name)).toEqual(['Movimiento Libre', 'Libre de dolor, movimiento y pausa'])
    expect(result).toMatchObject({ total: 2, nearMiss: null })
    expect(await names({ q: 'movimiento libre', page: 2 })).toEqual([])
  })

  test('an order that the visitor chose stays', async () => {
    // The better rated one, and not the exact name; «ana» is no beginning of Anahí.
    expect(await names({ q: 'ana suárez', sort: 'rating' })).toEqual(['Ceibo', 'Sauce'])
  })

  test('a name is found outside the usual radius, and not outside one that the visitor chose', async () => {
    const near = { q: 'Ana Suárez', near: 'salto' }
    expect((await names(near))[0]).toBe('Sauce')
    expect(await names({ ...near, radiusKm: 25 })).toEqual([])
  })

  test.each([
    ['Mario Luna', { kind: 'all', text: 'Mario Luna' }],
    ['Lic. Mario Sossa', { kind: 'all', text: 'Lic. Mario Sossa' }],
    ['fisioterapia Zzyx', { kind: 'part', text: 'Zzyx' }],
    ['fisioterapia Mario Ana', { kind: 'part', text: 'Mario Ana' }],
    ['movimiento', null],
    ['Mario', null],
    ['fisioterapeuta', null],
  ])('results of «%s» say which typed words were not found', async (q, nearMiss) => {
    const result = await searchCenters(platform, { q })
    expect(result.items).not.toEqual([])
    expect(result.nearMiss).toEqual(nearMiss)
  })
})
