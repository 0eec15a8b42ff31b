import { UserFacingError } from '#web/platform/error-message.ts'
import type { CardField, TypedCard } from './typed-card.ts'

/** The gateway refused what was typed, with a message for each field. */
export class CardRefused extends Error {
  readonly fields: Partial<Record<CardField, string>>

  constructor(fields: Partial<Record<CardField, string>>) {
    super('the gateway refused the card')
    this.fields = fields
  }
}

const timeoutMs = 15_000

/** Sends the card to the gateway, which returns a token for one payment. No other address ever receives the card. */
export async function requestCardToken({ tokensUrl, card }: { tokensUrl: string; card: TypedCard }): Promise<string> {
  const response = await fetch(new URL(tokensUrl, location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
    credentials: 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body: { token?: string; fields?: { field: CardField; message: string }[] } = await response
    .json()
    .catch(() => ({}))
  if (body.token !== undefined) return body.token
  if (body.fields) throw new CardRefused(Object.fromEntries(body.fields.map(({ field, message }) => [field, message])))
  throw new UserFacingError('No se pudo procesar el pago. Intenta nuevamente.')
}
