import { generateCode, lookAlikeForm } from '#contract/promotion-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { keyedHash } from '#server/platform/secrets.ts'

type Discount = { kind: 'promotion' | 'reward'; id: string }

/**
 * The code that a patient shows at the desk for a reward, or for a promotion of Senda that they applied: 6 letters and digits, about
 * 30 bits. It is derived from the secret, so no row has it, and it stays the same until the secret is replaced.
 */
export function deskCodeOf({ kind, id }: Discount, { secret }: { secret: Uint8Array }): string {
  const hash = keyedHash({ secret, purpose: 'desk codes', text: `${kind} ${id}` })
  let at = 0
  return generateCode(() => {
    at += 8
    return Number.parseInt(hash.slice(at - 8, at), 16) / 2 ** 32
  })
}

/** This is enough for a busy desk that asks and then collects, and too few to guess one of 887 million codes. */
const codesOfMember = 60
const codesOfCenter = 300

/**
 * Counts a code that was typed at the desk of a centre, or by staff (`centerId` null). The caller has proved to work there: a
 * stranger uses up no centre's attempts.
 */
export async function countDeskCode(
  platform: Platform,
  { centerId, userId }: { centerId: string | null; userId: string },
): Promise<void> {
  const desk = centerId ?? 'senda'
  await countAttempts(platform, [
    { name: 'discounts.desk-code', key: `${desk} ${userId}`, limit: codesOfMember, windowSeconds: 3600 },
    { name: 'discounts.desk-code.center', key: desk, limit: codesOfCenter, windowSeconds: 3600 },
  ])
}

/** Whether the typed code is the one of the reward. */
export function isCodeOf(typed: string, { id, secret }: { id: string; secret: Uint8Array }): boolean {
  return lookAlikeForm(deskCodeOf({ kind: 'reward', id }, { secret })) === lookAlikeForm(typed)
}
