import { newSecret } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Outcome, testCards } from '#server/simulado/cards.ts'
import { insertToken } from '#server/simulado/store.ts'

/** What the browser receives from the gateway for the test card with this outcome. */
export async function cardToken({ db, clock }: Platform, outcome: Outcome): Promise<string> {
  const token = newSecret()
  const brand = testCards.find((card) => card.outcome === outcome)?.brand ?? 'Visa'
  await insertToken(db, { token, brand, outcome, lastFour: '1111', now: clock.now() })
  return token
}
