import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { brand } from '#contract/brand.ts'
import { hasOneName } from '#contract/center-words.ts'
import type { Checkout, CheckoutMethod, CheckoutStatus } from '#contract/checkouts.ts'
import { PrivatePage } from '#web/features/auth/private-page.tsx'
import { receiverText } from '#web/features/invoicing/receiver-text.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate, formatMoney, formatTime } from '#web/platform/formats.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageLoading } from '#web/ui/page-loading.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import { PriceLines } from './price-lines.tsx'
import { refundText } from './refund-text.ts'

/** A receipt that also prints on one page: without the site's header, footer and buttons. */
export function ReceiptScreen({ checkoutId }: { checkoutId: string }) {
  return (
    <PrivatePage title="Recibo" loading={<ReceiptLoading />} failed="No se pudo cargar el recibo">
      {(me) => <Receipt checkoutId={checkoutId} patientName={me.fullName} />}
    </PrivatePage>
  )
}

function Receipt({ checkoutId, patientName }: { checkoutId: string; patientName: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.checkouts.get.queryOptions({ input: { checkoutId } }))
  const checkout = query.data
  return (
    <Page width="form" className="grid gap-6 py-10 print:py-0">
      {checkout ? (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <h1>{titleOf(checkout)}</h1>
            <p className="text-ink-soft">{brand.name}</p>
          </div>
          <Card padding="large" className="grid gap-6">
            <SummaryList className="sm:grid-cols-2" items={factsOf({ checkout, patientName })} />
            <ZoneNote instants={[momentOf(checkout)]} />
            <PriceLines lines={checkout.lines} totalCents={checkout.totalCents} />
            <Vat {...checkout} />
            {checkout.refundedCents > 0 && <p className="rounded-control bg-sand px-4 py-3">{refundText(checkout)}</p>}
          </Card>
          <p className="text-sm text-ink-soft">Este comprobante no es una factura. La factura te la da el centro.</p>
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button onClick={() => print()}>Imprimir</Button>
            <Link to="/dashboard" search={{ tab: 'history' }} className={buttonClass({ variant: 'secondary' })}>
              Volver a tus citas
            </Link>
          </div>
        </>
      ) : (
        <Pending query={query} loading="Cargando el recibo" failed="No se pudo cargar el recibo">
          <Skeleton className="h-96" />
        </Pending>
      )}
    </Page>
  )
}

/** What of the amount is IVA. Of a direct payment, the service is not known yet. */
function Vat({ vat }: Checkout) {
  if (!vat) return null
  if (vat.percent === 0) return <p>El precio está exento de IVA.</p>
  return (
    <p>
      {`El total incluye IVA (${vat.percent} %): `}
      <span className="tabular-nums">{`${formatMoney(vat.vatCents)}, sobre ${formatMoney(vat.netCents)}`}</span>
    </p>
  )
}

const unfinished: Partial<Record<CheckoutStatus, string>> = {
  created: 'Pago sin terminar',
  pending: 'Pago en proceso',
  declined: 'Pago rechazado',
  expired: 'Pago sin terminar',
}

function titleOf({ status, receiptNumber }: Checkout): string {
  return unfinished[status] ?? `Recibo nº ${receiptNumber}`
}

const methodNames: Record<CheckoutMethod, string> = {
  card: 'Tarjeta',
  mobile: 'Pago móvil',
  wallet: 'Billetera',
  page: 'En línea',
}

const momentOf = ({ approvedAt, createdAt }: Checkout) => approvedAt ?? createdAt

function factsOf({ checkout, patientName }: { checkout: Checkout; patientName: string }): {
  label: string
  value: ReactNode
}[] {
  const { centerName, professionalName, isPackage, method, card, receiver } = checkout
  const at = momentOf(checkout)
  return [
    { label: 'Pagado por', value: patientName },
    { label: 'Fecha', value: `${formatDate(at)}, ${formatTime(at)}` },
    ...(receiver ? [{ label: 'A nombre de', value: receiverText(receiver) }] : []),
    { label: 'Centro', value: centerName },
    ...(hasOneName(checkout) ? [] : [{ label: isPackage ? 'Lo dan' : 'Profesional', value: professionalName }]),
    { label: 'Medio', value: card ? `${card.brand} terminada en ${card.lastFour}` : methodNames[method] },
  ]
}

function ReceiptLoading() {
  return (
    <PageLoading title="Recibo" status="Cargando tu recibo…" skeletonsClassName="grid gap-6">
      <Skeleton className="h-96" />
    </PageLoading>
  )
}
