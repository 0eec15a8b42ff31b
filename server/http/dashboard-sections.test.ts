import { expect, test } from 'vitest'
import { buildMember, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { router } from './router.ts'

const platform = await testPlatform()
const { practice, team, payments, compliance, conversations, promotions } = router
const nouns = { practice, team, payments, compliance, conversations, promotions }

const as = (userId: string) => clientOf(platform, nouns, userId)

const refusals: Record<string, string> = {
  messages: 'conversations.not_found',
  promotions: 'promotions.forbidden',
}

test('a membership lists the sections that the member may open, and the data of the others is refused', async () => {
  const { centerId, professionalId } = await buildService(platform)
  const reception = await buildMember(platform, { centerId, role: 'reception' })
  const professional = await buildMember(platform, { centerId, role: 'professional', professionalId })
  for (const [userId, can] of [
    [centerId, { manage: true, seeWholeCenter: true }],
    [reception.userId, { manage: false, seeWholeCenter: true }],
    [professional.userId, { manage: false, seeWholeCenter: false }],
  ] as const) {
    const [membership] = (await as(userId).practice.memberships()).items
    expect(membership?.can).toEqual(can)
    const offered = new Set<string>(membership?.sections)
    const reads = {
      overview: () => as(userId).practice.figures({ centerId }),
      team: () => as(userId).team.get({ centerId }),
      profile: () => as(userId).practice.profile({ centerId }),
      revenue: () => as(userId).payments.revenue({ centerId, from: '2026-11-01', to: '2026-11-30' }),
      documents: () => as(userId).compliance.list({ centerId }),
      messages: () => as(userId).conversations.list({ centerId }),
      promotions: () => as(userId).promotions.list({ centerId }),
    }
    for (const [section, read] of Object.entries(reads)) {
      const outcome = await read().then(
        () => 'shown',
        (error: { code?: string }) => error.code,
      )
      expect({ section, outcome }).toEqual({
        section,
        outcome: offered.has(section) ? 'shown' : (refusals[section] ?? 'centers.owner_only'),
      })
    }
  }
})
