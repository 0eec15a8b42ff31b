import { addTimeOff } from '#server/features/professionals/usecases/add-time-off.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRows } from './foreign-row.ts'
import { members, notColleagues, owner } from './own-practice.ts'

const morning = { startsAt: '2026-11-24T12:00:00.000Z', endsAt: '2026-11-24T15:00:00.000Z', reason: '' }

export const availability: ForeignRows<'availability'> = {
  'availability.list': members(() => ({})),
  'availability.setHours': owner(({ otherProfessionalId }) => ({ professionalId: otherProfessionalId, hours: [] })),
  'availability.addTimeOff': notColleagues(({ otherProfessionalId }) => ({
    professionalIds: [otherProfessionalId],
    ...morning,
  })),
  'availability.removeTimeOff': notColleagues(async ({ otherProfessionalId }, platform) => ({
    timeOffId: await noteTimeOff(platform, { professionalId: otherProfessionalId }),
  })),
  'availability.closeOnHolidays': notColleagues(({ otherProfessionalId }) => ({
    professionalIds: [otherProfessionalId],
    dates: ['2026-12-25'],
  })),
}

async function noteTimeOff(platform: TestPlatform, o: { professionalId: string }): Promise<string> {
  const span = { startsAt: new Date(morning.startsAt), endsAt: new Date(morning.endsAt) }
  return (await addTimeOff(platform, { ...o, ...span })).timeOffId
}
