import { accountErrors } from '#contract/accounts.ts'
import { failWith } from '#contract/errors.ts'
import { sessionErrors } from '#contract/sessions.ts'

/** What routes of the contract answer; the protocol at /auth/v1 has its own errors, in protocol/errors.ts. */
export const fail = failWith(accountErrors, sessionErrors)
