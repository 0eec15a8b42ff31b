import { accountErrors } from '#contract/accounts.ts'
import { failWith } from '#contract/errors.ts'
import { sessionErrors } from '#contract/sessions.ts'

/** The errors of the contract's routes. The protocol at /auth/v1 has its own, in protocol/errors.ts. */
export const fail = failWith(accountErrors, sessionErrors)
