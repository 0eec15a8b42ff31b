import { buildTimeOff } from '#server/testing/builders.ts'
import type { ForeignRows } from './foreign-row.ts'
import { members, notColleagues, owner } from './own-practice.ts'

const morning = { startsAt: '2026-11-24T12:00:00.000Z', endsAt: '2026-11-24T15:00:00.000Z', reason: '' }
const span = { startsAt: new Date(morning.startsAt), endsAt: new Date(morning.endsAt) }

export const availability: ForeignRows<'availability'> = {
  'availability.list': members(() => ({})),
  'availability.setHours': owner(({ otherProfessionalId }) => ({ professionalId: otherProfessionalId, hours: [] })),
  'availability.addTimeOff': notColleagues(({ otherProfessionalId }) => ({
    professionalIds: [otherProfessionalId],
    ...morning,
  })),
  'availability.removeTimeOff': notColleagues(({ centerId, otherProfessionalId }, platform) =>
    buildTimeOff(platform, { centerId, professionalId: otherProfessionalId, ...span }),
  ),
  'availability.closeOnHolidays': notColleagues(({ otherProfessionalId }) => ({
    professionalIds: [otherProfessionalId],
    dates: ['2026-12-25'],
  })),
}
