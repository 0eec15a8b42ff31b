import { mergeSpecialties } from '#server/features/centers/rules/centers.ts'
import { lockOwnCenter } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { NewProfessional, ProfessionalEdit } from '../professionals.types.ts'
import * as repository from '../repository/professionals.ts'

/** The owner adds somebody who attends at the centre. */
export async function addProfessional(
  platform: Platform,
  { edit, centerId, userId }: { centerId: string; userId: string; edit: ProfessionalEdit },
): Promise<{ professionalId: string }> {
  const professional = { ...edit, centerId }
  return platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, { centerId, userId })
    return addProfessionalIn(tx, { professional, now: platform.clock.now() })
  })
}

/**
 * As addProfessional(), in the transaction of a caller who has locked the centre. The centre's specialties take in the
 * professional's, so that search finds them.
 */
export async function addProfessionalIn(
  tx: Tx,
  { professional, now }: { professional: NewProfessional; now: Date },
): Promise<{ professionalId: string }> {
  const { centerId } = professional
  const id = newId()
  await repository.insertProfessional(tx, { id, professional, now })
  const known = await repository.listCenterSpecialties(tx, { centerId })
  const specialties = mergeSpecialties(known, professional.specialties ?? [])
  await repository.setCenterSpecialties(tx, { centerId, specialties, now })
  return { professionalId: id }
}
