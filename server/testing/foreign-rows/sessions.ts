import { createSession } from '#server/features/auth/sessions/sessions.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'

export const sessions: ForeignRows<'sessions'> = {
  'sessions.end': openSession,
}

async function openSession(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const device = { userAgent: null, address: null }
  const session = await platform.db
    .transaction()
    .execute((tx) => createSession(tx, { userId: patientId, method: 'password', device, now: platform.clock.now() }))
  return {
    input: { sessionId: session.id },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, await buildCenter(platform)),
  }
}
