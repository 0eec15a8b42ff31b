import { foldText } from '#contract/folded-text.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../centers.errors.ts'
import type { ProfessionalEdit } from '../centers.types.ts'
import { withdrawInvitationsOf } from '../repository/invitations.ts'
import * as repository from '../repository/professionals.ts'
import { countUpcoming } from '../repository/upcoming-appointments.ts'
import { updateBadge } from './approve-center.ts'
import { recordChanges } from './record-changes.ts'
import { refuseWhileClosed } from './refuse-while-closed.ts'
import { lockOwnCenter } from './require-member.ts'
import { updateCenterSpecialties } from './update-offer.ts'

type ProfessionalByOwner = { centerId: string; professionalId: string; userId: string }

export async function updateProfessional(
  platform: Platform,
  input: ProfessionalByOwner & { edit: ProfessionalEdit; version?: string },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const before = await lockForOwner(tx, input)
    const { versionOfProfessional: versionOf } = repository
    requireVersion({ seen: input.version, current: versionOf(before), next: versionOf(input.edit) })
    const { edit } = input
    const fields = ['name', 'title', 'videoPlatform', 'videoLink'] as const
    await refuseWhileClosed(tx, {
      ...input,
      texts: fields.map((field) => ({ field, former: before[field], changedTo: edit[field] })),
      now,
    })
    const renamed = { what: 'professional_name', former: before.name, changedTo: edit.name } as const
    await recordChanges(tx, { ...input, changes: [renamed], now })
    await repository.updateProfessional(tx, input)
    if (!before.isActive) return
    await updateSpecialtiesOfCenter(tx, { ...input, now, before: before.specialties, after: edit.specialties })
    await updateBadge(tx, { ...input, now })
  })
}

/**
 * Deactivates or reactivates a professional. A professional with upcoming appointments cannot be deactivated: the centre moves
 * or cancels them first. The lock waits for bookings in progress; later ones find the professional inactive.
 * @throws team.professional_busy
 */
export async function setProfessionalActive(
  platform: Platform,
  input: ProfessionalByOwner & { isActive: boolean },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const before = await lockForOwner(tx, input)
    if (before.isActive === input.isActive) return
    const appointments = input.isActive ? 0 : await countUpcoming(tx, { ...input, now })
    if (appointments > 0) throw fail('team.professional_busy', { appointments })
    await repository.setActive(tx, input)
    if (!input.isActive) await withdrawInvitationsOf(tx, input)
    const [removed, added] = input.isActive ? [[], before.specialties] : [before.specialties, []]
    await updateSpecialtiesOfCenter(tx, { ...input, now, before: removed, after: added })
    await updateBadge(tx, { ...input, now })
  })
}

/** Locks the owner's centre and the professional in it. @throws centers.owner_only, team.professional_not_found */
async function lockForOwner(tx: Tx, input: ProfessionalByOwner) {
  await lockOwnCenter(tx, input)
  const professional = await repository.lockOfCenter(tx, input)
  if (!professional) throw fail('team.professional_not_found')
  return professional
}

/** Deletes from the centre's specialties those that no professional offers any more, and adds the new ones. */
async function updateSpecialtiesOfCenter(
  tx: Tx,
  {
    centerId,
    now,
    professionalId,
    after,
    before,
  }: { centerId: string; professionalId: string; before: readonly string[]; after: readonly string[]; now: Date },
): Promise<void> {
  const offered = [...(await repository.listActiveSpecialties(tx, { centerId, except: professionalId })), ...after]
  const stillOffered = new Set(offered.map(foldText))
  const removed = before.filter((specialty) => !stillOffered.has(foldText(specialty)))
  await updateCenterSpecialties(tx, { centerId, removed, offered, now })
}
