import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { applyLegalVersions, builtInLegalVersions, legalVersions } from '#contract/brand.ts'
import { legalBody } from '#contract/legal-texts.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { operatorRoutes } from '../operator.routes.ts'
import { legalSectionsOf } from '../rules/legal-sections.ts'
import { announceLegalTexts, listLegalTexts, publishLegalText, readLegalText } from './legal-texts.ts'
import { followWords } from './operator-words.ts'

let platform: TestPlatform
let actor: ReturnType<typeof actorOf>
const body = '## Aceptación\n\nAl usar el sitio **aceptas** esto.\n\n## Contacto\n\nEscríbenos.'

beforeAll(async () => {
  platform = await testPlatform({ start: new Date('2026-12-01T15:00:00Z') })
  actor = actorOf(['admin'], (await buildStaff(platform, 'admin')).userId)
})

// Other tests of this worker share the versions.
afterAll(() => applyLegalVersions(builtInLegalVersions))

const publish = (version: string, document: 'terms' | 'privacy' = 'terms') =>
  publishLegalText(platform, {
    actor,
    document,
    version,
    body,
    summary: 'Cambia cómo se cancela.',
    reason: 'Asesoría.',
  })
const read = (version?: string) => readLegalText(platform, { document: 'terms', version })

test('before there are accounts a text is in effect at once; then accounts learn of it 30 days before', async () => {
  expect(await read()).toMatchObject({ version: '2026-11-28', sections: null, next: null, earlier: [] })
  await publish('2026-12-01')
  expect(await read()).toMatchObject({ version: '2026-12-01', earlier: ['2026-11-28'] })
  expect((await read('2026-11-28')).sections).toBeNull()

  const people = [await buildAccount(platform, {}), await buildAccount(platform, {})]
  platform.clock.advance(dayMs)
  await expect(publish('2027-01-01')).rejects.toMatchObject({
    code: 'operator.legal_notice_too_short',
    data: { earliest: '2027-01-02' },
  })
  await expect(publish('2028-01-03')).rejects.toMatchObject({ code: 'operator.legal_too_late' })
  await publish('2027-01-02')
  await expect(publish('2027-01-02')).rejects.toMatchObject({ code: 'operator.legal_version_exists' })
  expect(await read()).toMatchObject({
    version: '2026-12-01',
    next: { version: '2027-01-02', summary: 'Cambia cómo se cancela.' },
  })

  await verifyEmail(platform, { userId: people[0]?.userId ?? '' })
  await Promise.all([announceLegalTexts(platform), announceLegalTexts(platform)])
  await announceLegalTexts(platform)
  const notified = await platform.db
    .selectFrom('notifications')
    .where('event', '=', 'operator.legal_text')
    .select(['user_id', 'href'])
    .execute()
  const later = notified.filter(({ href }) => href === '/terms?version=2027-01-02').map((each) => each.user_id)
  expect(later).toHaveLength(3)
  expect(later).toEqual(expect.arrayContaining([actor.userId, ...people.map(({ userId }) => userId)]))
  const mails = platform.db.selectFrom('outbound_mails').where('kind', '=', 'operator.legal_text').select('recipient')
  // Of each text, to the only address that was confirmed.
  expect(notified).toHaveLength(6)
  expect(await mails.execute()).toHaveLength(2)
  expect((await listLegalTexts(platform)).items.map(({ version, isAnnounced }) => [version, isAnnounced])).toEqual([
    ['2027-01-02', true],
    ['2026-12-01', true],
    ['2026-11-28', null],
    ['2026-11-28', null],
  ])

  onTestFinished(await followWords(platform))
  expect(legalVersions.terms).toBe('2026-12-01')
  platform.clock.advance(31 * dayMs)
  onTestFinished(await followWords(platform))
  expect(legalVersions.terms).toBe('2027-01-02')
  expect(await read()).toMatchObject({ version: '2027-01-02', next: null, earlier: ['2026-12-01', '2026-11-28'] })
  await expect(read('2026-12-24')).rejects.toMatchObject({ code: 'operator.legal_unknown_version' })
})

test('a published text is neither changed, deleted nor undone', async () => {
  const change = platform.db.updateTable('legal_texts').set({ body: 'Otro' }).execute()
  await expect(change).rejects.toThrow(/stays as it is/)
  await expect(platform.db.deleteFrom('legal_texts').execute()).rejects.toThrow(/stays as it is/)
  const action = await platform.db
    .selectFrom('moderation_actions')
    .where('action_type', '=', 'publish')
    .select('id')
    .executeTakeFirstOrThrow()
  await expect(undoAction(platform, { actor, actionId: action.id, reason: 'No.' })).rejects.toMatchObject({
    code: 'moderation.not_undoable',
  })
})

test('a text begins with a section, and no paragraph takes long to render', () => {
  const text = 'Al usar el sitio aceptas esto. '.repeat(10)
  expect(legalBody.safeParse(`## Aceptación\n${text}`).success).toBe(true)
  expect(legalBody.safeParse(`${text}\n## Aceptación\n${text}`).success).toBe(false)
  expect(legalBody.safeParse(`## Aceptación\n${'*a_ '.repeat(101)}`).success).toBe(false)
})

test('an administrator sees 30 previews a minute, and another administrator has their own', async () => {
  const preview = (userId: string) =>
    clientOf(platform, operatorRoutes, {
      bearer: userId,
      authenticate: () => Promise.resolve(actorOf(['admin'], userId)),
    }).previewLegalText({
      body: `## Aceptación\n${'Al usar el sitio aceptas esto. '.repeat(10)}`,
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 32 }, () => preview(actor.userId)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  await expect(preview(actor.userId)).rejects.toMatchObject({ code: 'request.too_many' })
  await expect(preview((await buildStaff(platform, 'admin')).userId)).resolves.toMatchObject({ sections: [{}] })
})

test('a text is shown by its sections, and its HTML and its scripts are text', () => {
  const [first, second, ...more] = legalSectionsOf(
    'Antes\n## Uno\n<script>alert(1)</script>\n\n[x](javascript:alert(1))\n## Dos\n- a\n- b\n',
  )
  expect(more).toEqual([])
  expect(first).toMatchObject({ id: 'seccion-1', title: 'Uno' })
  expect(first?.html).not.toMatch(/<script|javascript:/)
  expect(second?.html).toContain('<li>a</li>')
})
