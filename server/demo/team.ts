import { inviteMember } from '#server/features/centers/usecases/invite-member.ts'
import { listComingHolidays } from '#server/features/professionals/usecases/list-holidays.ts'
import { closeOnHolidays } from '#server/features/professionals/usecases/update-time-off.ts'
import type { DemoCenter } from './centers.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

/** The owner's recent changes: an invitation to a receptionist, and time off on holidays without appointments. */
export async function organiseTeam(
  platform: DemoPlatform,
  { center: { centerId, team }, days }: { center: DemoCenter; days: Days },
): Promise<void> {
  platform.clock.set(days.at(-1, 18 * 60))
  const byOwner = { userId: centerId, centerId }
  const professionalIds = team.map(({ professionalId }) => professionalId)
  await inviteMember(platform, { ...byOwner, email: 'recepcion@demo.uy', role: 'reception', professionalId: null })
  for (const { date } of (await listComingHolidays(platform)).filter(({ isPaid }) => isPaid)) {
    const change = { ...byOwner, professionalIds, dates: [date] }
    const affected = await closeOnHolidays(platform, { ...change, preview: true })
    if (affected.length === 0) await closeOnHolidays(platform, { ...change, preview: false })
  }
}
