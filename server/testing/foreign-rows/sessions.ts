import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'

export const sessions: ForeignRows<'sessions'> = {
  'sessions.end': buildSession,
}

async function buildSession(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const session = await openSession(platform, patientId)
  return {
    input: { sessionId: session.id },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, await buildCenter(platform)),
  }
}
