import { generateCode } from '#contract/promotion-codes.ts'
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
