import type { Platform } from '#server/platform/platform.ts'
import { listOpen } from '../repository/invitations.ts'
import { listMembers } from '../repository/members.ts'
import { listTeam } from './find-professional.ts'
import { listServicesOfCenter } from './update-services.ts'

export async function readTeam({ db, clock }: Platform, { centerId }: { centerId: string }) {
  const [members, invitations, professionals, services] = await Promise.all([
    listMembers(db, { centerId }),
    listOpen(db, { centerId, now: clock.now() }),
    listTeam(db, { centerId }),
    listServicesOfCenter(db, { centerId }),
  ])
  return { members, invitations, professionals, services }
}
