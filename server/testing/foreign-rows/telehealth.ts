import { telehealthConsent } from '#contract/telehealth.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'
import { ownAppointment } from './own-appointment.ts'
import { ofDesk } from './own-desk.ts'

export const telehealth: ForeignRows<'telehealth'> = {
  'telehealth.get': (platform) => ownVirtual(platform, {}),
  'telehealth.decide': (platform) =>
    ownVirtual(platform, { decision: 'given', textVersion: telehealthConsent.version }),
  'telehealth.getAtDesk': async (platform) => {
    const row = await ofDesk(platform, ({ appointmentId }) => ({ appointmentId }))
    await setOnline(platform, row)
    return row
  },
}

async function ownVirtual(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const row = await ownAppointment(platform, { input })
  await setOnline(platform, row)
  return row
}

async function setOnline(platform: TestPlatform, { input }: ForeignRow): Promise<void> {
  const appointmentId = String(input.appointmentId)
  await platform.db.updateTable('appointments').set({ place: 'online' }).where('id', '=', appointmentId).execute()
}
