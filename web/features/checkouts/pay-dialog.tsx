import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  type ChangeEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { cancellationRule } from '#contract/cancellation-sentences.ts'
import { whoAndWhere } from '#contract/center-words.ts'
import type { Checkout, CheckoutMethod, Discount } from '#contract/checkouts.ts'
import { reservationMinutes } from '#contract/promotion-codes.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment, formatMoney, formatTime } from '#web/platform/formats.ts'
import { refundRuleWords } from '#web/platform/package-refund-rule.ts'
import { dot } from '#web/ui/dot.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import CreditCard from '~icons/lucide/credit-card'
import Smartphone from '~icons/lucide/smartphone'
import Wallet from '~icons/lucide/wallet'
import { whileDeciding, whileDecidingDeposit } from './deciding-text.ts'
import { DiscountChoice } from './discount-choice.tsx'
import { isRefusedPayment, NotPayable, type PaidThing } from './not-payable.tsx'
import { PriceLines } from './price-lines.tsx'
import { ReceiptData, useReceiptData } from './receipt-data.tsx'
import { type CardField, formatCard, type TypedCard } from './typed-card.ts'
import { announcePaid, announceSettled, isSettled, useCheckoutResult } from './use-checkout-result.ts'
import { type PayTarget, type Quote, usePay } from './use-pay.ts'

/**
 * The attributes let browsers fill the fields in and phones show number keys. The lengths leave room for pasted spaces.
 */
const fields: { field: CardField; label: string; maxLength: number; autoComplete: string; inputMode?: 'numeric' }[] = [
  { field: 'number', label: 'Número de tarjeta', maxLength: 40, autoComplete: 'cc-number', inputMode: 'numeric' },
  { field: 'name', label: 'Nombre como está en la tarjeta', maxLength: 100, autoComplete: 'cc-name' },
  { field: 'expiry', label: 'Vencimiento (MM/AA)', maxLength: 20, autoComplete: 'cc-exp', inputMode: 'numeric' },
  { field: 'cvv', label: 'CVV', maxLength: 12, autoComplete: 'cc-csc', inputMode: 'numeric' },
]

export type PayDialogProps = {
  target: PayTarget
  thing: PaidThing
  open: boolean
  onClose: () => void
  onPaid?: () => void
}

const minuteMs = 60_000

const methods: { value: Exclude<CheckoutMethod, 'page'>; label: string; description: string; icon: ReactNode }[] = [
  { value: 'card', label: 'Tarjeta', description: 'Crédito o débito', icon: <CreditCard aria-hidden="true" /> },
  { value: 'mobile', label: 'Pago móvil', description: 'Desde tu teléfono', icon: <Smartphone aria-hidden="true" /> },
  { value: 'wallet', label: 'Billetera', description: 'Saldo en cuenta', icon: <Wallet aria-hidden="true" /> },
]

/** Pays online: the price line by line, a discount, the method, and the card's four fields. Keeps its own state, as decision 0051 says. */
export function PayDialog({ target, thing, open, onClose, onPaid }: PayDialogProps) {
  const { queries } = useApi()
  const router = useRouter()
  const [discountId, setDiscountId] = useState<string>()
  const query = useQuery({
    ...queries.checkouts.quote.queryOptions({ input: { ...target, ...(discountId && { discountId }) } }),
    enabled: open,
    placeholderData: keepPreviousData,
    // A promotion is reserved, and the time of a deposit held, for minutes, which can pass while the dialog is open.
    refetchInterval: ({ state }) => (includesPromotion(state.data) || state.data?.heldUntil ? minuteMs : false),
  })
  const { store: storeReceiptData, refetch: refetchReceiptData, ...receiptFields } = useReceiptData()
  const payment = usePay({
    target,
    onChanged() {
      setDiscountId(undefined)
      void query.refetch()
    },
    // They were removed in another window: the fields return.
    onTaxDataLost: () => void refetchReceiptData(),
    onSettled(discount) {
      announceSettled(discount)
      close()
    },
    onApproved(checkout) {
      announcePaid(checkout, (href) => router.history.push(href))
      close()
    },
  })
  function close(): void {
    onClose()
    onPaid?.()
  }
  const { pendingCheckoutId, isPaying } = payment
  // What was read before no longer holds once the server refuses: no button is offered that could only fail.
  const isRefused = isRefusedPayment(query.error) && pendingCheckoutId === undefined
  const quote = isRefused ? undefined : query.data
  const heldUntil = quote?.heldUntil
  const lost = useLostPromotion(quote)
  useOutcome({
    checkoutId: pendingCheckoutId ?? quote?.inProgress?.id,
    onSettled(checkout) {
      payment.settle(checkout)
      // The price that was read before still names the payment that failed.
      if (checkout.status !== 'approved') void query.refetch()
    },
  })
  const isWaiting = pendingCheckoutId !== undefined || Boolean(quote?.inProgress)
  const isFree = quote?.totalCents === 0
  const payLabel = isFree ? 'Confirmar sin pagar' : quote ? `Pagar ${formatMoney(quote.totalCents)}` : 'Pagar'
  const isRepricing = query.isPlaceholderData

  /** Nothing is charged while the receipt's data are refused. */
  async function pay(shown: Quote, form: HTMLFormElement): Promise<void> {
    const withTaxData = shown.totalCents > 0 ? await storeReceiptData() : false
    if (withTaxData !== undefined) await payment.pay({ ...shown, withTaxData }, form)
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (quote && !isRepricing) void pay(quote, event.currentTarget)
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isWaiting ? 'Estamos confirmando tu pago' : heldUntil ? 'Pagar la seña' : 'Pagar'}
      {...(quote && { description: descriptionOf(quote) })}
      pending={isPaying}
      error={undefined}
      // Beside the button, because the card's fields fill a phone's screen.
      notice={
        payment.error === undefined || isRefused ? undefined : (
          <FormError error={`Error en el pago. ${payment.error}`} />
        )
      }
      submitLabel={isWaiting || isRefused ? undefined : payLabel}
      submitDisabled={!quote || isRepricing}
      pendingLabel="Procesando…"
      cancelLabel={isWaiting || isRefused ? 'Entendido' : 'Volver'}
      onSubmit={submit}
    >
      {quote ? (
        <>
          {quote.gateway.isTest && <TestNote helpUrl={quote.gateway.helpUrl} />}
          <PriceLines lines={quote.lines} totalCents={quote.totalCents} />
          {heldUntil && !isWaiting && (
            <p className="text-sm">
              {`Te guardamos la hora hasta las ${formatTime(heldUntil)}. Queda reservada cuando se aprueba el pago.`}
            </p>
          )}
          {quote.package && <PackageTerms {...quote.package} />}
          {quote.startsAt === null && !quote.package && (
            <p className="text-sm text-ink-soft">
              {`Es un adelanto: se descuenta del precio de tu próxima cita con ${quote.professionalName}. Hasta que la reserves, puedes pedir la devolución en tu historial, en «Mis pagos en línea».`}
            </p>
          )}
          {quote.cancellation && (
            <p className="text-sm text-ink-soft">{cancellationRule(quote.cancellation, formatLongMoment)}</p>
          )}
          <p role="status" className="text-sm empty:hidden">
            {lost &&
              `La reserva de «${lost.label}» venció: dura ${reservationMinutes} minutos. El precio va sin ese descuento; si quieres, aplica el código otra vez.`}
          </p>
          {quote.rewardsNotice !== null && <p className="text-sm">{quote.rewardsNotice}</p>}
          {'appointmentId' in target && !isWaiting && (
            <DiscountChoice
              lines={quote.lines}
              discounts={quote.discounts}
              chosenId={quote.discountId}
              onChoose={setDiscountId}
              disabled={isPaying}
            />
          )}
          {isWaiting ? (
            <Waiting hasAppointment={'appointmentId' in target} isDeposit={Boolean(heldUntil)} />
          ) : isFree ? (
            <Covered />
          ) : (
            <>
              <Method {...payment} gateway={quote.gateway} />
              <ReceiptData {...receiptFields} disabled={isPaying} />
            </>
          )}
        </>
      ) : (
        <NoQuote query={query} thing={thing} />
      )}
    </FormDialog>
  )
}

function descriptionOf({ startsAt, ...named }: Parameters<typeof whoAndWhere>[0] & { startsAt: string | null }) {
  const whom = whoAndWhere(named)
  return startsAt === null ? whom : `${whom}${dot}${formatLongMoment(startsAt)}`
}

type ShownQuote = { discounts: readonly Discount[]; discountId: string | null }

function chosenPromotion(quote: ShownQuote | undefined): Discount | undefined {
  return quote?.discounts.find(({ id, kind }) => id === quote.discountId && kind === 'promotion')
}

const includesPromotion = (quote: ShownQuote | undefined) => chosenPromotion(quote) !== undefined

/** The promotion that the price included, once its reservation has expired while the dialog is open. */
function useLostPromotion(quote: ShownQuote | undefined): Discount | undefined {
  const [last, setLast] = useState<Discount>()
  const current = chosenPromotion(quote)
  if (current && current.id !== last?.id) setLast(current)
  const isListed = quote?.discounts.some(({ id }) => id === last?.id) ?? true
  return isListed ? undefined : last
}

function NoQuote({ query, thing }: { query: UseQueryResult<unknown>; thing: PaidThing }) {
  if (isRefusedPayment(query.error)) return <NotPayable error={query.error} thing={thing} />
  return (
    <Pending query={query} loading="Cargando el precio" failed="No se pudo cargar el precio">
      <Skeleton className="h-40" />
    </Pending>
  )
}

const afterDecline = {
  card: 'No se cobró nada y tus datos siguen aquí: escribe el CVV, cambia la tarjeta o elige otra forma de pago.',
  elsewhere: 'No se cobró nada: puedes intentarlo de nuevo o elegir otra forma de pago.',
}

type MethodProps = Pick<
  ReturnType<typeof usePay>,
  'chosenMethod' | 'setMethod' | 'card' | 'cvvField' | 'changeCard' | 'cardErrors' | 'declined'
> & { gateway: { label: string; methods: readonly CheckoutMethod[] } }

function Method({ gateway, chosenMethod, setMethod, ...payment }: MethodProps) {
  const { card, cvvField, changeCard, cardErrors, declined } = payment
  const method = chosenMethod ?? gateway.methods[0]
  if (method === 'page')
    return (
      <p>
        {`Pagas en la página de ${gateway.label}, con tarjeta o con dinero en cuenta, y vuelves aquí. Tu tarjeta no pasa por nosotros.`}
      </p>
    )
  return (
    <>
      <RadioCards
        legend="Cómo pagas"
        name="method"
        columns={3}
        options={methods}
        value={method ?? 'card'}
        onChange={(event) => setMethod(event.currentTarget.value as CheckoutMethod)}
      />
      {method === 'card' ? (
        <CardFields card={card} cvvField={cvvField} onChange={changeCard} errors={cardErrors} />
      ) : (
        <p className="text-sm text-ink-soft">Terminas el pago en la página del medio de pago y vuelves aquí.</p>
      )}
      {/* Within the form: beside the buttons it would leave no place for the fields on a small phone. */}
      <p role="status" className="text-sm empty:hidden">
        {declined && afterDecline[declined === 'card' ? 'card' : 'elsewhere']}
      </p>
    </>
  )
}

function PackageTerms({ sessions, validityDays }: { sessions: number; validityDays: number }) {
  return (
    <p className="text-sm text-ink-soft">
      {`Son ${sessions} sesiones, y valen ${validityDays} días desde hoy. ${refundRuleWords}`}
    </p>
  )
}

function Covered() {
  return <p>Tu descuento cubre toda la consulta: no hay nada por pagar.</p>
}

function TestNote({ helpUrl }: { helpUrl: string | null }) {
  return (
    <p className="rounded-control bg-amber-soft px-4 py-3 text-sm">
      <strong>Pagos de prueba.</strong> No se cobra nada.{' '}
      {helpUrl && (
        <a href={helpUrl} target="_blank" rel="noreferrer" className="link">
          Ver las tarjetas de prueba
        </a>
      )}
    </p>
  )
}

function Waiting({ hasAppointment, isDeposit }: { hasAppointment: boolean; isDeposit: boolean }) {
  return (
    <div role="status" className="flex items-start gap-3 rounded-control bg-sand px-4 py-3">
      <Spinner className="mt-1 size-5 shrink-0" />
      <p>{`${isDeposit ? whileDecidingDeposit : whileDeciding({ hasAppointment })} Puedes cerrar esta ventana.`}</p>
    </div>
  )
}

type OutcomeInput = { checkoutId: string | undefined; onSettled: (checkout: Checkout) => void }

/** Calls `onSettled` once, when a pending checkout has ended. */
function useOutcome({ checkoutId, onSettled }: OutcomeInput): void {
  const { data } = useCheckoutResult(checkoutId)
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (data && data.id === checkoutId && isSettled(data)) settle(data)
  }, [data, checkoutId])
}

type CardFieldsProps = {
  /** What the fields hold when they appear. */
  card: TypedCard
  cvvField: RefObject<HTMLInputElement | null>
  onChange: (field: CardField, text: string) => void
  errors: Partial<Record<CardField, string>>
}

/** React doesn't control these fields, because it would empty those that a browser has filled without an event. */
function CardFields({ card, cvvField, onChange, errors }: CardFieldsProps) {
  const [first] = useState(card)
  function format(field: CardField, { currentTarget: input }: ChangeEvent<HTMLInputElement>): void {
    const text = formatCard[field](input.value)
    if (text !== input.value) input.value = text
    onChange(field, text)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ field, label, ...input }) => (
        <TextField
          key={field}
          {...input}
          ref={field === 'cvv' ? cvvField : undefined}
          name={field}
          label={label}
          required
          defaultValue={first[field]}
          error={errors[field]}
          className={field === 'number' || field === 'name' ? 'sm:col-span-2' : undefined}
          onChange={(event) => format(field, event)}
        />
      ))}
    </div>
  )
}
