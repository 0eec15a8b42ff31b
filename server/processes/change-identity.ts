import { api, withUserId } from '#server/api/procedures.ts'
import { presentChanged } from '#server/features/accounts/routes/accounts.ts'
import { presentDependant } from '#server/features/accounts/routes/dependants.ts'
import type { OnNewIdentity } from '#server/features/accounts/rules/person.ts'
import { updateDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { updateProfile } from '#server/features/accounts/usecases/update-profile.ts'
import { keepPersons } from '#server/features/clinical-records/usecases/persons-of-records.ts'
import { tellNewIdentity } from '#server/features/clinical-records/usecases/tell-professionals.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Edits of the name of an account's owner, and of a dependant's, which their clinical records outlive. */
export const changeIdentityRoutes = {
  accounts: {
    updateProfile: api.accounts.updateProfile.handler(async ({ input, context }) => {
      const { version, fullName, phone, address, emergencyContact } = input
      const profile = {
        ...(fullName !== undefined && { full_name: fullName }),
        ...(phone !== undefined && { phone: phone || null }),
        ...(address !== undefined && { address: address || null }),
        ...(emergencyContact !== undefined && { emergency_contact: emergencyContact || null }),
      }
      const edit = withUserId(context, { profile, version, onNewIdentity: onNewIdentity(context.platform) })
      return presentChanged(context.platform, await updateProfile(context.platform, edit))
    }),
  },
  dependants: {
    update: api.dependants.update.handler(async ({ input: { dependantId, version, ...details }, context }) => {
      const edit = { dependantId, version, details, onNewIdentity: onNewIdentity(context.platform) }
      return presentDependant(await updateDependant(context.platform, withUserId(context, edit)))
    }),
  },
}

/** What is known of the notes so far is sealed, and the professionals who read the record are told. */
export const onNewIdentity =
  (platform: Pick<Platform, 'clock' | 'recordKeys'>): OnNewIdentity =>
  async (tx, change) => {
    await keepPersons(tx, { platform, ...change })
    await tellNewIdentity(tx, { platform, ...change })
  }
