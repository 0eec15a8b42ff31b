import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyLegalVersions, builtInLegalVersions, legalVersions } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { completeRegistration } from '#server/features/auth/usecases/complete-registration.ts'
import { insertText } from '#server/features/operator/repository/legal-texts.ts'
import { announceLegalTexts } from '#server/features/operator/usecases/legal-texts.ts'
import { loadWords } from '#server/features/operator/usecases/operator-words.ts'
import { newId } from '#server/platform/ids.ts'
import { addDays, dayMs, localDay } from '#server/platform/local-time.ts'
import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()
const { platform } = service
const today = localDay({ instant: platform.clock.now(), zone })
const tomorrow = addDays({ day: today, days: 1 })
const former = builtInLegalVersions.terms

// Other tests of this worker share the versions.
afterAll(() => applyLegalVersions(builtInLegalVersions))

beforeAll(async () => {
  const text = { document: 'terms', version: tomorrow, summary: 'Cambia algo.', body: '## Uno\n\nDos.' } as const
  await platform.db.transaction().execute((tx) => insertText(tx, { ...text, id: newId(), now: platform.clock.now() }))
  await loadWords(platform)
})

async function pass(days: number): Promise<void> {
  platform.clock.advance(days * dayMs)
  await loadWords(platform)
}

const accept = (version: string) =>
  signUp(service, { data: { accepted_terms: version, accepted_privacy: legalVersions.privacy } })

async function acceptedBy(userId: string): Promise<string[]> {
  const rows = await platform.db
    .selectFrom('terms_acceptances')
    .select('version')
    .where('user_id', '=', userId)
    .where('document', '=', 'terms')
    .execute()
  return rows.map(({ version }) => version)
}

/** An account that came from another provider and has completed nothing. */
async function pending(): Promise<string> {
  const { user } = await signUp(service)
  await platform.db.updateTable('users').set({ registration_pending: true }).where('id', '=', user.id).execute()
  return user.id
}

const complete = (userId: string, terms?: string) =>
  completeRegistration(platform, {
    userId,
    completion: {
      ...{ userType: 'patient', fullName: 'Ana Ríos', phone: '099 123 456', centerName: '', specialty: null },
      acceptTerms: true,
      versions: terms === undefined ? undefined : { terms, privacy: legalVersions.privacy },
    },
  })

test('a form that was open when other terms took effect stores what it showed, its account learns of the others, and after two days it asks again', async () => {
  expect(legalVersions.terms).toBe(former)
  await pass(1)
  expect(legalVersions.terms).toBe(tomorrow)
  const over = await accept(former)
  const after = await accept(tomorrow)
  expect([await acceptedBy(over.user.id), await acceptedBy(after.user.id)]).toEqual([[former], [tomorrow]])
  // No form has shown a version of the future, nor one that never was.
  expect(await acceptedBy((await accept(addDays({ day: today, days: 9 }))).user.id)).toEqual([])
  const completed = await pending()
  await complete(completed, former)
  expect(await acceptedBy(completed)).toEqual([former])
  const unnamed = await pending()
  await complete(unnamed)
  expect(await acceptedBy(unnamed)).toEqual([tomorrow])

  await announceLegalTexts(platform)
  const notified = await platform.db
    .selectFrom('notifications')
    .select('user_id')
    .where('event', '=', 'operator.legal_text')
    .execute()
  const ids = notified.map(({ user_id: id }) => id)
  expect(ids).toEqual(expect.arrayContaining([over.user.id, completed]))
  expect(ids).not.toContain(after.user.id)

  await pass(3)
  const late = await service.client().signUp({
    email: newAddress(),
    password: 'sombra-de-ceibo',
    options: { data: { accepted_terms: former, accepted_privacy: legalVersions.privacy } },
  })
  expect(late.error?.message).toBe('data.accepted_terms: These terms are no longer in effect')
  await expect(complete(await pending(), former)).rejects.toMatchObject({ code: 'request.terms_changed' })
})
