import { closeTill } from '#server/features/tills/usecases/close-till.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildMember, buildProfessional } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'
import { ofDesk } from './own-desk.ts'

const count = { cashCents: 0, debitCents: 0, transferCents: 0, floatLeftCents: 0, note: '' }

/** The desk of a centre, which its own professional may not use for money. */
export async function moneyOfDesk(...[platform, ask, options]: Parameters<typeof ofDesk>): Promise<ForeignRow> {
  const row = await ofDesk(platform, ask, options)
  const centerId = String(row.input.centerId)
  const { professionalId } = await buildProfessional(platform, { centerId })
  const { userId } = await buildMember(platform, { centerId, role: 'professional', professionalId })
  return { ...row, strangers: { ...row.strangers, 'its professional': actorOf(['patient'], userId) } }
}

async function ofClosing(platform: TestPlatform): Promise<ForeignRow> {
  const row = await moneyOfDesk(platform, () => ({}))
  const { centerId } = row.input
  const closing = { ...count, centerId: String(centerId), userId: String(centerId), lastClosingId: null }
  const { id } = await closeTill(platform, closing)
  return { ...row, input: { centerId, closingId: id } }
}

/** A patient with a verified address, who has not paid a past appointment. */
async function ofDebt(platform: TestPlatform): Promise<ForeignRow> {
  let patient = ''
  const row = await moneyOfDesk(
    platform,
    ({ appointmentId, patientId }) => {
      patient = patientId
      return { appointmentId }
    },
    { status: 'completed', hours: -48 },
  )
  const now = platform.clock.now()
  await platform.db
    .updateTable('users')
    .set({ email_confirmed_at: now, email_verified_at: now })
    .where('id', '=', patient)
    .execute()
  return row
}

export const tills: ForeignRows<'tills'> = {
  'tills.get': (platform) => moneyOfDesk(platform, () => ({})),
  'tills.close': (platform) => moneyOfDesk(platform, () => ({ ...count, lastClosingId: null })),
  'tills.closings': (platform) => moneyOfDesk(platform, () => ({})),
  'tills.closing': ofClosing,
  'tills.closingCsv': ofClosing,
  'tills.debts': (platform) => moneyOfDesk(platform, () => ({})),
  'tills.remind': ofDebt,
}
