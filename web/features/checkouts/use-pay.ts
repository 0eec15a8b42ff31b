import { useState } from 'react'
import type { Checkout, CheckoutMethod, PriceLine } from '#contract/checkouts.ts'
import { errorCode, errorMessage, isRefusal } from '#web/platform/error-message.ts'
import { newIdempotencyKey } from '#web/platform/idempotency-key.ts'
import { useStartCheckout } from './api/start-checkout.ts'
import { CardRefused, requestCardToken } from './card-token.ts'
import { type CardField, emptyCard, type TypedCard } from './typed-card.ts'

/** What is paid: an appointment, or a consultation with a professional. */
export type PayTarget = { appointmentId: string } | { professionalId: string }
export type Quoted = { lines: PriceLine[]; totalCents: number; gateway: { tokensUrl: string } }

type Input = {
  target: PayTarget
  onApproved: (checkout: Checkout) => void
  /** Whether the price has changed since it was shown. */
  onPriceChanged: () => void
}

/** The payment of a dialog: what was typed, and the one checkout under way. */
export function usePay({ target, onApproved, onPriceChanged }: Input) {
  const starting = useStartCheckout()
  const [method, setMethod] = useState<CheckoutMethod>('card')
  const [card, setCard] = useState<TypedCard>(emptyCard)
  const [cardErrors, setCardErrors] = useState<Partial<Record<CardField, string>>>({})
  const [error, setError] = useState<string>()
  const [isPaying, setIsPaying] = useState(false)
  const [followed, setFollowed] = useState<string>()
  // A request without a response may have paid: it is sent again with the same key.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)

  async function pay({ totalCents, gateway }: Quoted): Promise<void> {
    setIsPaying(true)
    setError(undefined)
    setCardErrors({})
    try {
      const token = method === 'card' ? await requestCardToken({ ...gateway, card }) : undefined
      const started = await starting.mutateAsync({ ...target, method, token, totalCents, idempotencyKey })
      if (started.redirectUrl === null) settle(started.checkout)
      else location.assign(started.redirectUrl)
    } catch (failure) {
      if (failure instanceof CardRefused) setCardErrors(failure.fields)
      else setError(errorMessage(failure))
      if (isRefusal(failure)) setIdempotencyKey(newIdempotencyKey())
      if (errorCode(failure) === 'checkouts.price_changed') onPriceChanged()
    } finally {
      setIsPaying(false)
    }
  }

  /** Also what a checkout that stayed in process ended with. */
  function settle(checkout: Checkout): void {
    const { status, declineReason } = checkout
    setFollowed(status === 'created' || status === 'pending' ? checkout.id : undefined)
    if (status === 'approved') {
      setCard(emptyCard)
      onApproved(checkout)
    }
    if (status === 'declined' || status === 'expired') {
      setIdempotencyKey(newIdempotencyKey())
      setCard((before) => ({ ...before, cvv: '' }))
      setError(declineReason ?? 'No se pudo procesar el pago. Intenta nuevamente.')
    }
  }

  function changeCard(field: CardField, text: string): void {
    setCard((before) => ({ ...before, [field]: text }))
    setCardErrors((before) => ({ ...before, [field]: undefined }))
  }

  return {
    method,
    setMethod,
    card,
    changeCard,
    cardErrors,
    error,
    isPaying,
    followed,
    follow: setFollowed,
    pay,
    settle,
  }
}
