import { hash, verify } from '@node-rs/argon2'

import { passwordMaxBytes } from '#contract/accounts.ts'
import { newSecret } from '#server/platform/ids.ts'

import { weaknessOf } from '../accounts.rules.ts'
import type { UserType } from '../accounts.types.ts'
import { invalid } from './body.ts'
import { failService } from './service-errors.ts'

/** argon2id (the library's default) as OWASP asks; it runs on threads of its own. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

let dummy: Promise<string> | undefined

/** Takes the same time when there is nothing to compare with, so that nobody can measure which addresses have an account. */
export async function isPasswordRight(o: { password: string; passwordHash: string | null }): Promise<boolean> {
  dummy ??= hashPassword(newSecret())
  const right = await verify(o.passwordHash ?? (await dummy), o.password)
  return right && o.passwordHash !== null
}

/** @throws validation_failed, weak_password */
export function requireGoodPassword(o: { password: string; userType: UserType }): void {
  if (Buffer.byteLength(o.password) > passwordMaxBytes) {
    throw invalid(`Password cannot be longer than ${passwordMaxBytes} characters`)
  }
  const weakness = weaknessOf(o)
  if (weakness) {
    throw failService('weak_password', {
      message: weakness.message,
      fields: { weak_password: { reasons: weakness.reasons } },
    })
  }
}
