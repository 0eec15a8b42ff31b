import { inviteMember } from '#server/features/centers/usecases/invite-member.ts'
import { listComingHolidays } from '#server/features/professionals/usecases/list-holidays.ts'
import { closeOnHolidays } from '#server/features/professionals/usecases/update-time-off.ts'
import type { MadeCenter } from './centers.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

/** What whoever runs a centre did lately: they look for somebody at the desk, and close on the holidays that nobody booked. */
export async function organiseTeam(
  platform: DemoPlatform,
  { center: { centerId, team }, days }: { center: MadeCenter; days: Days },
): Promise<void> {
  platform.clock.set(days.at(-1, 18 * 60))
  const asked = { userId: centerId, centerId }
  const professionalIds = team.map(({ professionalId }) => professionalId)
  await inviteMember(platform, { ...asked, email: 'recepcion@demo.uy', role: 'reception', professionalId: null })
  for (const { date } of (await listComingHolidays(platform)).filter(({ isPaid }) => isPaid)) {
    const change = { ...asked, professionalIds, dates: [date] }
    const affected = await closeOnHolidays(platform, { ...change, preview: true })
    if (affected.length === 0) await closeOnHolidays(platform, { ...change, preview: false })
  }
}
