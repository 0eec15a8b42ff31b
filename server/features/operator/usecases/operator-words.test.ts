import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { applyBrand, brand, builtInBrand } from '#contract/brand.ts'
import { type OperatorWords, operatorWords } from '#contract/operator.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { demonstrationWords, firstWords } from '../rules/first-words.ts'
import { changeWords, followWords, readWords, shownWords, wordsOfPage, wordsVersion } from './operator-words.ts'

let platform: TestPlatform
let actor: ReturnType<typeof actorOf>
const folder = mkdtempSync(join(tmpdir(), 'senda-operator-'))

beforeAll(async () => {
  platform = await testPlatform()
  actor = actorOf(['admin'], (await buildStaff(platform, 'admin')).userId)
})

const start = async (settings: Partial<TestPlatform['settings']>) => {
  await platform.db.deleteFrom('operator_words').execute()
  onTestFinished(await followWords({ ...platform, settings: { ...platform.settings, ...settings } }))
}

const change = (words: Partial<OperatorWords>, version?: string) =>
  readWords(platform).then((before) =>
    changeWords(platform, {
      ...{ actor, reason: 'Nos mudamos.', version: version ?? wordsVersion(before) },
      words: operatorWords.parse({ ...before, ...words }),
    }),
  )

test('a production begins without claims, figures, testimonials, telephone and address, at the address of its mails', async () => {
  await start({ production: true, mailFrom: 'Otra Casa <avisos@casa.example>' })
  expect(shownWords()).toEqual(firstWords({ email: 'avisos@casa.example' }))
  expect(brand).toMatchObject({ phone: null, address: null, email: 'avisos@casa.example' })
  expect(wordsOfPage()).toMatchObject({ claims: [], figures: {} })
})

test('the first start reads OPERATOR_FILE, which names each wrong field, and no later start does', async () => {
  const file = join(folder, 'operator.json')
  writeFileSync(file, JSON.stringify({ name: 'Otra Casa', claims: ['ssl'], figures: { users: ' 12 ' } }))
  await start({ production: true, operatorFile: file })
  expect(shownWords()).toMatchObject({ name: 'Otra Casa', claims: ['ssl'], figures: { users: '12' }, testimonials: [] })

  writeFileSync(file, JSON.stringify({ name: 'x', claims: ['premios'] }))
  onTestFinished(await followWords({ ...platform, settings: { ...platform.settings, operatorFile: file } }))
  expect(shownWords().name).toBe('Otra Casa')
  await expect(start({ operatorFile: file })).rejects.toThrow(/OPERATOR_FILE .+: name: .+; claims\.0: /)
})

test('a change is shown, refused over a newer one, recorded with its author, and undone', async () => {
  await start({})
  expect(shownWords()).toEqual(demonstrationWords)
  const version = wordsVersion(await readWords(platform))
  await change({ name: 'Otra Casa', figures: { ...demonstrationWords.figures, users: '' } })
  await expect.poll(() => brand.name).toBe('Otra Casa')
  expect(wordsOfPage().brand).toEqual({ name: 'Otra Casa' })
  expect(shownWords().figures).not.toHaveProperty('users')
  await expect(change({ name: 'Tercera' }, version)).rejects.toMatchObject({ code: 'request.changed_meanwhile' })

  const action = await platform.db
    .selectFrom('moderation_actions')
    .where('target_type', '=', 'operator')
    .select(['id', 'moderator_id', 'reason', 'details'])
    .executeTakeFirstOrThrow()
  expect(action).toMatchObject({ moderator_id: actor.userId, reason: 'Nos mudamos.' })
  expect(action.details).toMatchObject({
    changes: [
      { field: 'name', before: builtInBrand.name, after: 'Otra Casa' },
      { field: 'figures', before: 'Más de 10.000 usuarios (Al final de la página de inicio)', after: '' },
    ],
  })
  const moderator = actorOf(['moderator'], (await buildStaff(platform, 'moderator')).userId)
  const undo = { actionId: action.id, reason: 'Era una prueba.' }
  await expect(undoAction(platform, { ...undo, actor: moderator })).rejects.toMatchObject({
    code: 'moderation.not_undoable',
  })
  await undoAction(platform, { ...undo, actor })
  await expect.poll(() => brand.name).toBe(builtInBrand.name)
  expect(await readWords(platform)).toEqual(demonstrationWords)
})

test('words are bounded', () => {
  const isAccepted = (words: object) => operatorWords.safeParse({ ...demonstrationWords, ...words }).success
  const [one] = demonstrationWords.testimonials
  expect(isAccepted({})).toBe(true)
  for (const words of [
    ...[{ name: ' ' }, { name: 'x'.repeat(41) }, { email: 'nada' }, { phone: 'llámanos' }, { emergency: [] }],
    ...[{ claims: ['premios'] }, { figures: { premios: '3' } }, { figures: { users: 'x'.repeat(21) } }],
    ...[{ testimonials: [{ ...one, rating: 6 }] }, { testimonials: Array.from({ length: 13 }, () => one) }],
    { emergency: [{ name: 'Emergencias', number: 'javascript:1' }] },
  ]) {
    expect(isAccepted(words), JSON.stringify(words)).toBe(false)
  }
})

// Other tests of this worker share the brand.
afterAll(() => {
  applyBrand(builtInBrand)
  rmSync(folder, { recursive: true })
})
