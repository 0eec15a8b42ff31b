import { measureUsers } from '#server/features/accounts/usecases/measure-user.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'

/** Rows that only staff reach. */
export const users: ForeignRows<'users'> = {
  'users.get': async (platform) => {
    const { patientId } = await buildPatient(platform)
    return forStaff(platform, { userId: patientId }, patientId)
  },
}

export const moderation: ForeignRows<'moderation'> = {
  'moderation.get': (platform) => aboutMeasure(platform, {}),
  'moderation.undo': (platform) => aboutMeasure(platform, { reason: 'Fue un error.' }),
}

async function aboutMeasure(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const row = await forStaff(platform, input, patientId)
  const targets = [{ id: patientId, lastMeasureId: null }]
  await measureUsers(platform, { actor: row.owner, targets, measure: { type: 'ban' }, reason: 'Datos falsos.' })
  const measure = await platform.db
    .selectFrom('moderation_actions')
    .select('id')
    .where('target_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return { ...row, input: { ...row.input, measureId: measure.id } }
}

async function forStaff(
  platform: TestPlatform,
  input: Record<string, unknown>,
  patientId: string,
): Promise<ForeignRow> {
  const { userId } = await buildAccount(platform)
  const { centerId } = await buildCenter(platform)
  return {
    input,
    owner: actorOf(['moderator'], userId),
    strangers: {
      'the user concerned': actorOf(['patient'], patientId),
      'another patient': actorOf(['patient'], (await buildPatient(platform)).patientId),
      'a centre': actorOf(['center'], centerId),
    },
  }
}
