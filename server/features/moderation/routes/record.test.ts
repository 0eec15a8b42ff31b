import { beforeAll, expect, test } from 'vitest'
import { zone } from '#contract/calendar.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { localDay } from '#server/platform/local-time.ts'
import { userActions } from '#server/processes/act-on-users.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { moderationRoutes } from './moderation.ts'

let platform: TestPlatform
let staffId: string
let client: ReturnType<typeof clientOf<typeof moderationRoutes>>
const banned: { id: string; name: string }[] = []

beforeAll(async () => {
  platform = await testPlatform()
  staffId = (await buildAccount(platform, { fullName: 'Verónica Bentancor' })).userId
  const actor = actorOf(['moderator'], staffId)
  client = clientOf(platform, moderationRoutes, { bearer: staffId, authenticate: () => Promise.resolve(actor) })
  for (const name of ['José Ibáñez', '=HYPERLINK("x")', 'Ana Sosa']) {
    const { patientId } = await buildPatient(platform, { fullName: name })
    const targets = [{ id: patientId, lastActionId: null }]
    await actOnEach(platform, userActions.ban, { actor, targets, reason: `Motivo; de ${name}` })
    banned.push({ id: patientId, name })
  }
})

/** Keeps the byte order mark, which File.text() would remove. */
const textOf = async (file: File) => Buffer.from(await new Response(file.stream()).arrayBuffer()).toString()
const idsOf = ({ items }: { items: { targetId: string }[] }) => items.map(({ targetId }) => targetId)

test('the record is searched by the name of the person concerned or of the member of staff, without accents', async () => {
  expect(idsOf(await client.list({ text: 'jose ibanez' }))).toEqual([banned[0]?.id])
  expect(idsOf(await client.list({ text: 'veronica' }))).toEqual(banned.map(({ id }) => id).toReversed())
  expect(idsOf(await client.list({ text: '100%_' }))).toEqual([])
})

test('the record is filtered by kind of target and by local days', async () => {
  const today = localDay({ instant: platform.clock.now(), zone })
  expect(idsOf(await client.list({ targetType: 'user', from: today, to: today }))).toHaveLength(3)
  expect(idsOf(await client.list({ targetType: 'center' }))).toEqual([])
  expect(idsOf(await client.list({ from: '2030-01-01' }))).toEqual([])
  expect(idsOf(await client.list({ to: '2020-01-01' }))).toEqual([])
})

test('the record is exported with the same filters, as CSV for a Spanish spreadsheet, without formulas', async () => {
  const text = await textOf(await client.csv({ targetType: 'user' }))
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFFnúmero;fecha;equipo;medida;sobre;nombre;motivo;deshecha')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`)
  expect(lines[3]).toContain(';José Ibáñez;"Motivo; de José Ibáñez";')
  const one = await textOf(await client.csv({ text: 'Ana Sosa' }))
  expect(one.trimEnd().split('\r\n')).toHaveLength(2)
})

test('an account that exports the record too often is refused', async () => {
  for (let n = 0; n < 8; n++) await client.csv({ text: 'Ana Sosa' })
  await expect(client.csv({})).rejects.toMatchObject({ code: 'request.too_many' })
})
