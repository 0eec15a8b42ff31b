import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'

const child = { fullName: 'Sofía Pérez', birthDate: '2019-05-04', relation: 'hija' }

export const dependants: ForeignRows<'dependants'> = {
  'dependants.update': (platform) => ownDependant(platform, { input: { ...child, fullName: 'Sofía Núñez' } }),
  'dependants.remove': (platform) => ownDependant(platform, {}),
}

async function ownDependant(
  platform: TestPlatform,
  { input = {} }: { input?: Record<string, unknown> },
): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const { id } = await createDependant(platform, { userId: patientId, details: child })
  return {
    input: { dependantId: id, ...input },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, await buildCenter(platform)),
  }
}
