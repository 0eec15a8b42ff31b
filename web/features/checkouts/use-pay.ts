import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Checkout, CheckoutMethod, Discount, PriceLine } from '#contract/checkouts.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, failureMessage, isRefusal, UserFacingError } from '#web/platform/error-message.ts'
import { useRequestKeys } from '#web/platform/idempotency-key.ts'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { type CardField, emptyCard, missingInCard, readCard, type TypedCard } from './typed-card.ts'

/** The gateway refused what was typed, with a message for each field. */
class CardRefused extends Error {
  readonly fields: Partial<Record<CardField, string>>

  constructor(fields: Partial<Record<CardField, string>>) {
    super('the gateway refused the card')
    this.fields = fields
  }
}

const timeoutMs = 15_000
const paymentFailed = 'No se pudo procesar el pago. Intenta nuevamente.'
const cvvAgain = 'Escríbelo otra vez: por seguridad no lo guardamos.'

export type PayTarget = { appointmentId: string } | { professionalId: string } | { offerId: string }
export type Quote = {
  lines: PriceLine[]
  totalCents: number
  discounts: Discount[]
  discountId: string | null
  /** The terms of the appointment or of the package that the dialog shows; null for a direct payment. */
  terms: string | null
  gateway: { tokensUrl: string | null; methods: readonly CheckoutMethod[] }
}
type Order = Quote & { withTaxData: boolean }

type Input = {
  target: PayTarget
  onApproved: (checkout: Checkout) => void
  /** A discount has paid for everything. */
  onSettled: (discount: Discount) => void
  /** The price, the time, what the patient can use, or whether it can be paid at all, has changed since it was shown. */
  onChanged: () => void
  /** The patient's tax data are stored no longer. */
  onTaxDataLost: () => void
}

const changes = new Set([
  'checkouts.price_changed',
  'checkouts.discount_lost',
  'checkouts.not_free',
  'request.terms_changed',
  'checkouts.off',
  'checkouts.hold_lost',
  'checkouts.not_payable',
  'checkouts.already_paid',
  'checkouts.too_many_packages',
  'packages.offer_not_found',
])

export function usePay({ target, onApproved, onSettled, onChanged, onTaxDataLost }: Input) {
  const { queries } = useApi()
  const starting = useMutation(queries.checkouts.start.mutationOptions())
  const settling = useMutation(queries.checkouts.settle.mutationOptions())
  const [chosenMethod, setMethod] = useState<CheckoutMethod>()
  /** It lacks what a browser filled in without an event, so each payment reads the fields themselves. */
  const [card, setCard] = useState<TypedCard>(emptyCard)
  const cvvField = useRef<HTMLInputElement>(null)
  const [cardErrors, setCardErrors] = useState<Partial<Record<CardField, string>>>({})
  const [error, setError] = useState<string>()
  /** The method whose payment was declined, so that nothing was charged. */
  const [declined, setDeclined] = useState<CheckoutMethod>()
  const [isPaying, setIsPaying] = useState(false)
  const [pendingCheckoutId, setPendingCheckoutId] = useState<string>()
  const keys = useRequestKeys()
  /** Of a card whose response was lost. It may have been charged, so the next press asks for that payment, whatever it is about. */
  const lostCardKey = useRef<string>(undefined)

  async function pay(
    { totalCents, gateway, terms, withTaxData, ...quote }: Order,
    form: HTMLFormElement,
  ): Promise<void> {
    const method = chosenMethod ?? gateway.methods[0] ?? 'card'
    const paidCard = method === 'card' && totalCents > 0 ? readCard(form) : undefined
    const missing = paidCard ? missingInCard(paidCard) : {}
    setError(undefined)
    setDeclined(undefined)
    if (refuseCard(missing, form)) return
    if (paidCard) setCard(paidCard)
    setIsPaying(true)
    try {
      const discount = quote.discounts.find(({ id }) => id === quote.discountId)
      const used = discount && { kind: discount.kind, id: discount.id }
      if (totalCents === 0 && used && discount && 'appointmentId' in target && terms !== null) {
        await settling.mutateAsync({ ...target, terms, discount: used })
        onSettled(discount)
        return
      }
      const { tokensUrl } = gateway
      const token = paidCard && tokensUrl !== null ? await requestCardToken({ tokensUrl, card: paidCard }) : undefined
      const agreed = { ...(terms !== null && { terms }), ...(used && { discount: used }) }
      const order = { ...target, ...agreed, ...(withTaxData && { withTaxData }), method, totalCents }
      const { redirectUrl, checkout } = await start({ ...order, token }, keys.keyOf(order))
      if (redirectUrl === null) settle(checkout)
      else location.assign(redirectUrl)
    } catch (failure) {
      if (failure instanceof CardRefused) refuseCard(failure.fields, form)
      else setError(failureMessage(failure, { failed: paymentFailed }))
      if (isRefusal(failure)) keys.answered()
      if (changes.has(errorCode(failure) ?? '')) onChanged()
      if (errorCode(failure) === 'checkouts.no_tax_data') onTaxDataLost()
    } finally {
      setIsPaying(false)
    }
  }

  /** Shows the messages, and moves the focus to the first field that has one. @returns whether there is any */
  function refuseCard(messages: Partial<Record<CardField, string>>, form: HTMLFormElement): boolean {
    setCardErrors(messages)
    const [first] = Object.keys(messages)
    if (first !== undefined) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return first !== undefined
  }

  async function start(order: Omit<Parameters<typeof starting.mutateAsync>[0], 'idempotencyKey'>, key: string) {
    const idempotencyKey = lostCardKey.current ?? key
    if (order.token !== undefined) lostCardKey.current = idempotencyKey
    try {
      const started = await starting.mutateAsync({ ...order, idempotencyKey })
      lostCardKey.current = undefined
      return started
    } catch (failure) {
      if (isRefusal(failure)) lostCardKey.current = undefined
      throw failure
    }
  }

  /** Shows how a checkout ended, or waits for it while it is pending. */
  function settle(checkout: Checkout): void {
    const { status, declineReason } = checkout
    setPendingCheckoutId(status === 'created' || status === 'pending' ? checkout.id : undefined)
    if (status === 'approved') {
      keys.answered()
      setCard(emptyCard)
      onApproved(checkout)
    }
    if (status === 'declined' || status === 'expired') {
      keys.answered()
      setError(declineReason ?? paymentFailed)
      setDeclined(checkout.method)
      if (checkout.method === 'card') askCvvAgain()
    }
  }

  /** The other fields keep the card, so only the code is missing. The field may only appear with the next render. */
  function askCvvAgain(): void {
    setCard((before) => ({ ...before, cvv: '' }))
    if (cvvField.current) cvvField.current.value = ''
    setCardErrors({ cvv: cvvAgain })
    focusAfterRender(cvvField, {})
  }

  function changeCard(field: CardField, text: string): void {
    setCard((before) => ({ ...before, [field]: text }))
    setCardErrors((before) => ({ ...before, [field]: undefined }))
  }

  return {
    chosenMethod,
    setMethod,
    card,
    cvvField,
    changeCard,
    cardErrors,
    error,
    declined,
    isPaying,
    pendingCheckoutId,
    pay,
    settle,
  }
}

/** Sends the card to the gateway, which returns a token for one payment. No other address ever receives the card. */
async function requestCardToken({ tokensUrl, card }: { tokensUrl: string; card: TypedCard }): Promise<string> {
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
  throw new UserFacingError(paymentFailed)
}
