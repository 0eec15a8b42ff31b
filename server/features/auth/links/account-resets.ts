import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { User } from '../repository/users.ts'

/** The processes above the authentication service that a mailed link or code starts. The caller holds the lock on the account. */
export type AccountResets = {
  /** The owner of the address did not sign up. @returns the id of the account that the address has now */
  replaceUnrecognizedAccount: (tx: Tx, input: { platform: Platform; user: User; now: Date }) => Promise<string>
  /** The owner's registration starts again. */
  resetUnverifiedAccount: (tx: Tx, input: { userId: string; now: Date }) => Promise<void>
}
