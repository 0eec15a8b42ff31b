import { paymentMethodLabels } from '#contract/payment-methods.ts'
import type { MovementKind } from '#contract/tills.ts'
import { csvAmount, csvDay, csvHead, csvLines } from '#server/platform/csv.ts'
import type { ClosingRow, MovementRow } from '../repository/tills.ts'

const columns = ['fecha', 'hora', 'concepto', 'paciente', 'servicio', 'medio', 'entra', 'sale', 'registró']
const kinds: Record<MovementKind, string> = {
  collected: 'Cobro',
  undone: 'Cobro anulado',
  restored: 'Cobro repuesto',
  refunded: 'Devolución',
  refund_undone: 'Devolución anulada',
}

/** Two columns, because a spreadsheet reads a text that begins with a minus sign as a formula. */
function inAndOut(cents: number): [string, string] {
  return cents < 0 ? ['', csvAmount(-cents)] : [csvAmount(cents), '']
}

/** The movements of a closing, oldest first, and below them the expected and counted amounts of each method. */
export function closingCsv({
  closing,
  movements,
  zone,
}: {
  closing: ClosingRow
  movements: readonly MovementRow[]
  zone: string
}): string {
  const dayOf = csvDay(zone)
  const clock = new Intl.DateTimeFormat('es-UY', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const blank = (count: number) => Array<string>(count).fill('')
  const sums = (label: string, method: string, cents: number) => [
    ...blank(2),
    label,
    ...blank(2),
    method,
    ...inAndOut(cents),
    '',
  ]
  const { efectivo, debito, transferencia } = paymentMethodLabels
  return [
    csvHead(columns),
    csvLines(
      movements
        .toReversed()
        .map((row) => [
          dayOf(row.at),
          clock.format(row.at),
          kinds[row.kind],
          row.personName,
          row.serviceName,
          paymentMethodLabels[row.method],
          ...inAndOut(row.amountCents),
          row.memberName ?? '',
        ]),
    ),
    csvLines([
      sums('Fondo inicial', efectivo, closing.openingFloatCents),
      sums('Esperado', efectivo, closing.expectedCash),
      sums('Contado', efectivo, closing.countedCash),
      sums('Esperado', debito, closing.expectedDebit),
      sums('Contado', debito, closing.countedDebit),
      sums('Esperado', transferencia, closing.expectedTransfer),
      sums('Contado', transferencia, closing.countedTransfer),
      sums('Fondo que queda', efectivo, closing.floatLeftCents),
    ]),
  ].join('')
}
