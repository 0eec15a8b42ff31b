import { expect, test } from 'vitest'
import { brand } from '#contract/brand.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { centersRoutes } from '../routes/centers.ts'

const platform = await testPlatform()
const as = (userId: string) =>
  clientOf(platform, centersRoutes, {
    bearer: userId,
    authenticate: () => Promise.resolve(actorOf(['center'], userId)),
  })

test('a request for help is stored for its own centre only, and mailed to Senda’s team', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro que pregunta' })
  const other = await buildCenter(platform)
  expect((await as(centerId).onboarding()).helpRequestedAt).toBeNull()
  const message = 'No entiendo qué matrícula tengo que subir.'
  expect((await as(centerId).requestHelp({ message })).helpRequestedAt).toBe(platform.clock.now().toISOString())
  expect((await as(other.centerId).onboarding()).helpRequestedAt).toBeNull()
  const sent = (await listMails(platform, { limit: 100 })).filter(({ kind }) => kind === 'centers.help_requested')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: brand.email })
  expect(sent[0]?.text).toContain(message)
  expect(sent[0]?.text).toContain('Centro que pregunta')
})

test('a message that is too short is refused and not stored', async () => {
  const { centerId } = await buildCenter(platform)
  await expect(as(centerId).requestHelp({ message: ' hola ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await as(centerId).onboarding()).helpRequestedAt).toBeNull()
})

test('the sixth request of a day is refused', async () => {
  const { centerId } = await buildCenter(platform)
  const sendRequest = () => as(centerId).requestHelp({ message: 'Necesito ayuda con los horarios.' })
  for (let n = 0; n < 5; n++) await sendRequest()
  await expect(sendRequest()).rejects.toMatchObject({ code: 'request.too_many' })
})

test('Senda’s team gets a mail from every centre that asks for help, without a limit for their number', async () => {
  const before = await countHelpMails()
  for (let n = 0; n < 6; n++) {
    const { centerId } = await buildCenter(platform)
    await as(centerId).requestHelp({ message: 'Necesito ayuda con los horarios.' })
  }
  expect(await countHelpMails()).toBe(before + 6)
})

async function countHelpMails(): Promise<number> {
  return (await listMails(platform, { limit: 100 })).filter(({ kind }) => kind === 'centers.help_requested').length
}
