import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { validationFaults } from '#contract/auth-failures.ts'

import { normalizedPassword, passwordBytes, passwordMaxBytes } from '#contract/password-rules.ts'
import type { UserType } from '#server/api/actor.ts'
import { createLimiter } from '#server/platform/limiter.ts'
import { invalid } from '../protocol/body.ts'
import { failAuth } from '../protocol/errors.ts'
import { weaknessOf } from '../rules/passwords.ts'

/** argon2id (the library's default) as OWASP recommends. It runs on the thread pool. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing uses Node's pool of four threads, which verifying tokens also needs: one thread stays free for that. One more than
 * there are processors, so that none waits while Node takes the next password.
 */
export const hashesAtOnce = Math.min(3, availableParallelism() + 1)
const runLimited = createLimiter({ atOnce: hashesAtOnce, patienceMs: 8_000 })

/** @throws QueueTimeoutError when more users sign in simultaneously than the machine can check in time. */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(normalizedPassword(password), cost))
}

/** A hash that no password has: comparing with any salt and hash takes the same time. */
const { memoryCost, timeCost, parallelism } = cost
const dummyHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${encode(16)}$${encode(32)}`

function encode(length: number): string {
  return randomBytes(length).toString('base64').replaceAll('=', '')
}

type Check = { password: string; passwordHash: string | null }

/** Takes the same time without a hash, so that response times don't reveal which addresses have an account. */
export async function isPasswordRight(input: Check): Promise<boolean> {
  return (await checkPassword(input)) !== 'wrong'
}

/**
 * Like isPasswordRight. `outdated`: the hash is older than the normalisation of passwords, and of another form of this password,
 * as another keyboard types it.
 */
export async function checkPassword({ passwordHash, password }: Check): Promise<'right' | 'outdated' | 'wrong'> {
  const normalized = normalizedPassword(password)
  for (const form of new Set([normalized, password, password.normalize('NFD')])) {
    const isRight = await runLimited(() => verify(passwordHash ?? dummyHash, form))
    if (isRight && passwordHash !== null) return form === normalized ? 'right' : 'outdated'
  }
  return 'wrong'
}

/** @throws validation_failed, weak_password */
export function requireGoodPassword(input: { password: string; userType: UserType }): void {
  if (passwordBytes(input.password) > passwordMaxBytes) {
    throw invalid(validationFaults.longPassword)
  }
  const weakness = weaknessOf(input)
  if (weakness) {
    throw failAuth('weak_password', {
      message: weakness.message,
      fields: { weak_password: { reasons: weakness.reasons } },
    })
  }
}
