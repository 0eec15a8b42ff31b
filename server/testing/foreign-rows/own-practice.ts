import type { Actor } from '#server/api/actor.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildMember, buildProfessional, buildService } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, staff } from './foreign-row.ts'

/** A centre with its members and rows, and the users who must not reach them. */
type Practice = {
  centerId: string
  professionalId: string
  /** Another professional of the same centre. */
  otherProfessionalId: string
  serviceId: string
  reception: Actor
  professional: Actor
}
type Case = (platform: TestPlatform) => Promise<ForeignRow>
type Input = (practice: Practice, platform: TestPlatform) => Record<string, unknown> | Promise<Record<string, unknown>>

/** A case for a request that every member of the centre may send. */
export const members =
  (input: Input): Case =>
  (platform) =>
    prepare(platform, input, () => ({}))
/** A case for a request about this row that the receptionist and the other professionals must not send. */
export const owner =
  (input: Input): Case =>
  (platform) =>
    prepare(platform, input, (practice) => ({
      'its reception': practice.reception,
      'its professional': practice.professional,
    }))
/** A case for a request that a professional may send only about themselves. */
export const notColleagues =
  (input: Input): Case =>
  (platform) =>
    prepare(platform, input, (practice) => ({ 'a colleague': practice.professional }))

async function prepare(
  platform: TestPlatform,
  input: Input,
  colleagues: (practice: Practice) => Record<string, Actor>,
): Promise<ForeignRow> {
  const { centerId, professionalId, serviceId } = await buildService(platform)
  const other = await buildProfessional(platform, { centerId })
  const asMember = async (input: { role: 'reception' | 'professional'; professionalId?: string }) =>
    actorOf(['patient'], (await buildMember(platform, { centerId, ...input })).userId)
  const practice: Practice = {
    centerId,
    professionalId,
    otherProfessionalId: other.professionalId,
    serviceId,
    reception: await asMember({ role: 'reception' }),
    professional: await asMember({ role: 'professional', professionalId }),
  }
  return {
    input: { centerId, ...(await input(practice, platform)) },
    owner: actorOf(['center'], centerId),
    strangers: {
      'a patient': actorOf(['patient'], (await buildAccount(platform)).userId),
      'another centre': actorOf(['center'], (await buildCenter(platform)).centerId),
      ...(await staff(platform)),
      ...colleagues(practice),
    },
  }
}
