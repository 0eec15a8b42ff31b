import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { User } from '../repository/users.ts'

/** What «No fui yo» deletes or cancels of an account, in numbers. `ownsCenter`: a centre that staff have not approved. */
export type AccountUse = {
  upcomingAppointments: number
  pastAppointments: number
  dependants: number
  ownsCenter: boolean
}

/** The account has been used, and the owner of the address has not been asked whether to delete what it holds. */
export class UnaskedDeletionError extends Error {
  readonly use: AccountUse

  constructor(use: AccountUse) {
    super('the deletion of an account in use was not confirmed')
    this.use = use
  }
}

/** The processes above the authentication service that a mailed link or code starts. The caller holds the lock on the account. */
export type AccountResets = {
  readUse: (tx: Tx, input: { userId: string; now: Date }) => Promise<AccountUse>
  /** The owner of the address did not sign up. @returns the id of the account that the address has now */
  replaceUnrecognizedAccount: (tx: Tx, input: { platform: Platform; user: User; now: Date }) => Promise<string>
  /** The owner's registration starts again. */
  resetUnverifiedAccount: (tx: Tx, input: { platform: Platform; userId: string; now: Date }) => Promise<void>
}
