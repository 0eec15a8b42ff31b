import type { z } from 'zod'

import { legalDocuments } from '#contract/legal-texts.ts'
import { centerNameOf } from '#contract/names.ts'
import type { registrationCompletion } from '#contract/registration.ts'
import { createPendingCenter } from '#server/features/centers/usecases/create-center.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requireShownVersions } from '#server/platform/shown-legal-versions.ts'

import { fail } from '../auth.errors.ts'
import { recordCompletion, setNameAndPhone, setUserType } from '../repository/registration.ts'
import { lockUser } from '../repository/users.ts'
import { specialtyOf } from '../rules/metadata.ts'

/** Completes, once, what a first sign-in through another provider lacks: the kind of account, the phone, the acceptances. */
export async function completeRegistration(
  platform: Platform,
  { userId, completion }: { userId: string; completion: z.output<typeof registrationCompletion> },
): Promise<void> {
  const { userType, fullName, centerName, specialty } = completion
  const phone = requirePhone({ phone: completion.phone, field: 'phone' })
  const versions = requireShownVersions(completion.versions)
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw fail('accounts.not_found')
    if (!user.registration_pending) throw fail('accounts.already_registered')
    await setUserType(tx, { userId, userType, now })
    await setNameAndPhone(tx, { userId, fullName, phone, now })
    const acceptances = legalDocuments.map((document) => ({ document, version: versions[document] }))
    await recordCompletion(tx, { userId, acceptances, now })
    if (userType !== 'center') return
    await createPendingCenter(tx, {
      ownerId: userId,
      centerName: centerNameOf(centerName),
      fullName,
      email: user.email,
      phone,
      specialty: specialtyOf(specialty),
      now,
    })
  })
}
