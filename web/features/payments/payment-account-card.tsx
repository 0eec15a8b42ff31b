import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { brand } from '#contract/brand.ts'
import { followedDays, type PaymentAccount } from '#contract/payment-accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'
import { disputeTexts, refusalTexts } from './trouble-texts.ts'

const route = getRouteApi('/center/dashboard')

type Shown = PaymentAccount & { gatewayLabel: string }

/** The account that receives the centre's online payments. Absent where the gateway knows no accounts. */
export function PaymentAccountCard({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const { data } = useQuery(queries.paymentAccounts.get.queryOptions({ input: { centerId } }))
  const returned = useReturnedConsent()
  if (!data || data.gatewayLabel === null) return null
  const shown = { ...data, gatewayLabel: data.gatewayLabel }
  return (
    <section aria-labelledby="payment-account" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="payment-account">Pagos en línea</h3>
      {returned.isConnecting && <p role="status">Conectando tu cuenta…</p>}
      {returned.error !== undefined && <FormError error={returned.error} />}
      <State {...shown} />
      <Troubles centerId={centerId} {...shown} />
      <div className="flex flex-wrap gap-3">
        {(shown.account === null || shown.account.lostAt !== null) && <Connect centerId={centerId} {...shown} />}
        {shown.account !== null && <Disconnect centerId={centerId} {...shown} />}
      </div>
    </section>
  )
}

function State({ account, gatewayLabel }: Shown) {
  if (account === null)
    return (
      <p className="text-ink-soft">
        {`Conecta tu cuenta de ${gatewayLabel} para que tus pacientes puedan pagar en línea. El dinero llega a tu cuenta; hasta entonces tu página dice «Se paga en el centro».`}
      </p>
    )
  if (account.lostAt !== null)
    return (
      <Banner tone="amber" role="status">
        {`La cuenta «${account.label}» se desconectó el ${formatDate(account.lostAt)}: ${gatewayLabel} ya no acepta cobros de ${brand.name}. Conéctala otra vez para volver a cobrar en línea y para que salgan las devoluciones pendientes.`}
      </Banner>
    )
  return (
    <p>
      Cobras en la cuenta de {gatewayLabel} <strong className="wrap-anywhere">{account.label}</strong>, conectada el{' '}
      {formatDate(account.connectedAt)}.
    </p>
  )
}

/** What the gateway did not do as Senda asked, or that payers disputed. */
function Troubles({ centerId, gatewayLabel, disputed, refused }: Shown & { centerId: string }) {
  return (
    <>
      {refused.length > 0 && (
        <div>
          <p>{`Devoluciones que ${gatewayLabel} no hizo. Pide cada una otra vez, o devuelve el dinero por otro medio y anótalo:`}</p>
          <ul className="grid gap-3">
            {refused.map((refund) => (
              <RefusedRefund key={refund.refundId} centerId={centerId} gatewayLabel={gatewayLabel} refund={refund} />
            ))}
          </ul>
        </div>
      )}
      {disputed.length > 0 && (
        <div>
          <p>Pagos en disputa:</p>
          <ul className="list-disc pl-5">
            {disputed.map(({ receiptNumber, amountCents, dispute, since }) => (
              <li
                key={receiptNumber}
              >{`${formatMoney(amountCents)} del comprobante ${receiptNumber}, ${disputeTexts[dispute]} (${formatDate(since)})`}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

type RefusedProps = { centerId: string; gatewayLabel: string; refund: PaymentAccount['refused'][number] }

function RefusedRefund({ centerId, gatewayLabel, refund }: RefusedProps) {
  const { queries } = useApi()
  const resolving = useMutation(queries.payments.resolveRefusal.mutationOptions())
  const [isOpen, setIsOpen] = useState(false)
  const [error, setError] = useState<string>()
  const { refundId, receiptNumber, amountCents, refusal, at } = refund
  const money = formatMoney(amountCents)
  const ofReceipt = <span className="sr-only">{` del comprobante ${receiptNumber}`}</span>
  async function askAgain() {
    setError(undefined)
    try {
      await resolving.mutateAsync({ centerId, refundId, way: 'gateway' })
      toast({ kind: 'success', title: `Le pedimos la devolución otra vez a ${gatewayLabel}` })
    } catch (failure) {
      setError(errorMessage(failure))
    }
  }
  return (
    <li className="grid gap-2">
      <span>{`${money} del comprobante ${receiptNumber}: ${refusalTexts[refusal]} (${formatDate(at)})`}</span>
      <span className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" pending={resolving.isPending} onClick={() => void askAgain()}>
          Pedirla otra vez{ofReceipt}
        </Button>
        <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
          Ya la devolví{ofReceipt}
        </Button>
      </span>
      {error !== undefined && <FormError error={error} />}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`¿Ya devolviste ${money}?`}
        consequences={[
          'Queda anotado que lo devolviste por otro medio, como efectivo o transferencia, y deja de figurar como pendiente.',
          'Le avisamos a quien pagó, que puede reclamar si no lo recibió.',
          'No se puede deshacer.',
        ]}
        confirmLabel="Ya lo devolví"
        onConfirm={async () => {
          await resolving.mutateAsync({ centerId, refundId, way: 'center' })
          toast({ kind: 'success', title: 'Devolución anotada' })
        }}
      />
    </li>
  )
}

function Connect({ centerId, account, gatewayLabel }: Shown & { centerId: string }) {
  const { queries } = useApi()
  const connecting = useMutation(queries.paymentAccounts.connect.mutationOptions())
  const [error, setError] = useState<string>()
  async function connect() {
    setError(undefined)
    try {
      location.assign((await connecting.mutateAsync({ centerId })).url)
    } catch (failure) {
      setError(errorMessage(failure))
    }
  }
  return (
    <div className="grid gap-2">
      <Button pending={connecting.isPending} onClick={() => void connect()}>
        {account === null ? `Conectar ${gatewayLabel}` : `Conectar ${gatewayLabel} otra vez`}
      </Button>
      {error !== undefined && <FormError error={error} />}
    </div>
  )
}

function Disconnect({ centerId, gatewayLabel, openPayments }: Shown & { centerId: string }) {
  const { queries } = useApi()
  const disconnecting = useMutation(queries.paymentAccounts.disconnect.mutationOptions())
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" className="-ml-3" onClick={() => setIsOpen(true)}>
        Desconectar
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`¿Desconectar tu cuenta de ${gatewayLabel}?`}
        consequences={[
          'Tus pacientes ya no pueden pagar en línea: tu página dice «Se paga en el centro».',
          openPayments === 0
            ? 'No hay pagos de citas por venir ni de bonos vigentes en esa cuenta.'
            : `${openPayments === 1 ? 'Hay 1 pago' : `Hay ${openPayments} pagos`} de citas por venir o de bonos vigentes: siguen valiendo, y si hay que devolverlos, la devolución sale de esa cuenta.`,
          `Guardamos el permiso hasta que terminen esos pagos, y ${followedDays} días después del último, para ver sus devoluciones y reclamos. No lo quites en ${gatewayLabel} antes, porque las devoluciones quedarían en tus manos.`,
        ]}
        confirmLabel="Desconectar"
        danger
        onConfirm={async () => {
          await disconnecting.mutateAsync({ centerId })
          toast({ kind: 'success', title: 'Cuenta desconectada' })
        }}
      />
    </>
  )
}

const refusedText = 'No diste el permiso, así que no se conectó ninguna cuenta.'

/** After the return from the gateway's page: completes the connection with what is in the URL, and removes it from there. */
function useReturnedConsent(): { isConnecting: boolean; error: string | undefined } {
  const { codigo: code, estado: state } = route.useSearch()
  const navigate = useNavigate({ from: '/center/dashboard' })
  const { queries } = useApi()
  const completing = useMutation(queries.paymentAccounts.complete.mutationOptions())
  const [error, setError] = useState<string>()
  const complete = useEffectEvent(async () => {
    if (code === undefined) return
    void navigate({
      search: (before) => ({ ...before, codigo: undefined, estado: undefined }),
      replace: true,
      resetScroll: false,
    })
    if (state === undefined) {
      setError(refusedText)
      return
    }
    try {
      await completing.mutateAsync({ code, state })
      toast({ kind: 'success', title: 'Tu cuenta está conectada' })
    } catch (failure) {
      setError(errorMessage(failure))
    }
  })
  const hasReturned = code !== undefined
  useEffect(() => {
    if (hasReturned) void complete()
  }, [hasReturned])
  return { isConnecting: completing.isPending, error }
}
