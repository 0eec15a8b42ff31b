import { useQuery } from '@tanstack/react-query'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import type { TillClosing } from '#contract/tills.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongDay, formatMoney, formatTime } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'
import Printer from '~icons/lucide/printer'

import './till-sheet.css'

import { Movements } from './movements.tsx'
import { differenceText, signedMoney, tillMethods } from './till-amounts.ts'

export type ClosingDialogProps = { centerId: string; closing: TillClosing; open: boolean; onClose: () => void }

export function ClosingDialog({ centerId, closing, open, onClose }: ClosingDialogProps) {
  const { api, queries } = useApi()
  const closingId = closing.id
  const query = useQuery(queries.tills.closing.queryOptions({ input: { centerId, closingId } }))
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Cierre ${closing.number}`}
      description={`${formatLongDay(closing.closedAt)}, ${formatTime(closing.closedAt)}`}
      footer={
        <>
          <CsvButton
            address={() => api.downloads.create({ route: 'tills.closingCsv', input: { centerId, closingId } })}
          >
            Planilla (CSV)
          </CsvButton>
          <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
            Imprimir
          </Button>
        </>
      }
    >
      <div className="till-sheet grid gap-5 pb-2">
        <SummaryList
          className="sm:grid-cols-2"
          items={[
            { label: 'Cerró', value: closing.closedBy ?? 'Una cuenta que ya no existe' },
            { label: 'Fondo al empezar', value: formatMoney(closing.openingFloatCents) },
            { label: 'Fondo que quedó', value: formatMoney(closing.floatLeftCents) },
            { label: 'En línea, sin contar', value: signedMoney(closing.onlineCents) },
            ...(closing.note ? [{ label: 'Nota', value: closing.note }] : []),
          ]}
        />
        <Amounts closing={closing} />
        {query.data ? (
          <Movements movements={query.data.movements} count={query.data.movementCount} />
        ) : (
          <Pending query={query} loading="Cargando los movimientos" failed="No se pudieron cargar los movimientos">
            <Skeleton className="h-48" />
          </Pending>
        )}
      </div>
    </Dialog>
  )
}

function Amounts({ closing: { expected, counted } }: { closing: TillClosing }) {
  const number = 'px-2 py-2 last:pr-3 text-right tabular-nums'
  return (
    <TableFrame label="Esperado y contado">
      <table className="w-full">
        <caption className="sr-only">Esperado y contado por medio</caption>
        <thead className="text-sm text-ink-soft">
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              Medio
            </th>
            <th scope="col" className={`${number} font-medium`}>
              Esperado
            </th>
            <th scope="col" className={`${number} font-medium`}>
              Contado
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {tillMethods.map((method) => (
            <tr key={method}>
              <th scope="row" className="px-3 py-2 text-left font-normal">
                <span className="block">{paymentMethodLabels[method]}</span>
                <span className="block text-sm text-ink-soft">
                  {differenceText(counted[method] - expected[method])}
                </span>
              </th>
              <td className={number}>{signedMoney(expected[method])}</td>
              <td className={number}>{signedMoney(counted[method])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
