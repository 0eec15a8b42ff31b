import { beforeAll, expect, test } from 'vitest'
import { buildCenter, buildProfessional } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { suggestionsRoutes } from '../routes/suggestions.ts'

let platform: TestPlatform

async function suggest(q: string): Promise<string[]> {
  const { items } = await clientOf(platform, suggestionsRoutes, undefined).list({ q })
  return items.map(({ kind, label }) => `${kind} ${label}`)
}

beforeAll(async () => {
  platform = await testPlatform()
  const { centerId } = await buildCenter(platform, { name: 'Clínica del Ombú', neighborhood: 'Pocitos' })
  await buildProfessional(platform, { centerId, name: 'Lic. Paula Núñez' })
  await buildCenter(platform, { name: 'Ombú oculto', isPublic: false })
  await buildCenter(platform, { name: 'Ombú sin aprobar', isApproved: false })
})

test.each([
  ['psi', ['service Psicoterapia', 'service Psicología']],
  ['NUTRICIÓ', ['service Nutrición']],
  ['nutrisio', ['service Nutrición']],
  ['ans', ['symptom Ansiedad']],
  ['espalda dolor', ['symptom Dolor de espalda']],
  ['poci', ['place Pocitos']],
  ['carretas', ['place Punta Carretas']],
  ['clinica', ['center Clínica del Ombú']],
  ['ombu cli', ['center Clínica del Ombú']],
  ['clinca', ['center Clínica del Ombú']],
  ['paula', ['professional Lic. Paula Núñez']],
  ['núñez pau', ['professional Lic. Paula Núñez']],
  ['nunes', ['professional Lic. Paula Núñez']],
])('«%s» suggests %j', async (q, expected) => {
  expect(await suggest(q)).toEqual(expected)
})

test.each(['', 'p', '%', '😀', 'zzzz', 'me quiero morir', 'a '.repeat(50)])('«%s» suggests nothing', async (q) => {
  expect(await suggest(q)).toEqual([])
})

test('at most eight suggestions are listed, grouped by kind', async () => {
  for (let index = 0; index < 5; index++) await buildCenter(platform, { name: `Palermo ${index}` })
  const items = await suggest('pa')
  expect(items.length).toBeLessThanOrEqual(8)
  const kinds = (await suggest('palermo')).map((text) => text.split(' ')[0])
  expect(kinds).toEqual(['place', 'center', 'center', 'center'])
})

test('the suggestion of a professional names the centre', async () => {
  const { items } = await clientOf(platform, suggestionsRoutes, undefined).list({ q: 'paula nunez' })
  expect(items).toEqual([
    {
      kind: 'professional',
      label: 'Lic. Paula Núñez',
      detail: 'Clínica del Ombú',
      centerId: expect.any(String),
      professionalId: expect.any(String),
    },
  ])
})

test('a text that is too long is refused', async () => {
  await expect(clientOf(platform, suggestionsRoutes, undefined).list({ q: 'a'.repeat(101) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})
