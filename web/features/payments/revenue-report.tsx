import { brand } from '#contract/brand.ts'
import type { Income } from '#contract/income.ts'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import type { Revenue } from '#contract/payments.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

const shortMonth = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'short' })
const longMonth = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const monthStart = (month: string) => new Date(`${month}T00:00:00Z`)

/** `nov`, or `nov 26` when the period contains the same month twice. */
function monthLabel({ month, withYear }: { month: string; withYear: boolean }): string {
  const name = shortMonth.format(monthStart(month)).replace('.', '').toLocaleLowerCase('es')
  return withYear ? `${name} ${month.slice(2, 4)}` : name
}

export function RevenueReport({ revenue, busy }: { revenue: Revenue; busy: boolean }) {
  const { total, byMonth, packages, byService, byProfessional, byMethod, inAdvance } = revenue
  const facts = [
    { label: 'Ingresos', value: formatMoney(total.incomeCents), note: 'antes de la comisión' },
    { label: 'Neto', value: formatMoney(total.netCents), note: 'después de la comisión' },
    { label: 'Recibido', value: formatMoney(total.receivedCents), note: 'ya está en tus manos' },
    {
      label: 'En camino',
      value: formatMoney(Math.max(total.inTransitCents, 0)),
      note: `pagado en línea, lo tiene ${brand.name}`,
    },
  ]
  return (
    <div aria-busy={busy} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <dl className="grid gap-2 sm:grid-cols-2 sm:gap-3 xl:grid-cols-4">
        {facts.map(({ label, value, note }) => (
          <div
            key={label}
            className="grid content-start gap-x-4 gap-y-1 rounded-card border border-line bg-panel px-4 py-3 max-sm:grid-cols-[1fr_auto] cramped:grid-cols-1 max-sm:items-center sm:py-4"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-display text-2xl wrap-anywhere font-heading tabular-nums">{value}</dd>
            <dd className="text-sm text-ink-soft max-sm:col-span-full">{note}</dd>
          </div>
        ))}
      </dl>
      <IncomeLines income={total} />
      {inAdvance.appointments > 0 && (
        <p>
          Pagado por adelantado:{' '}
          <strong className="tabular-nums">{formatMoney(inAdvance.deskCents + inAdvance.onlineCents)}</strong>
          {`, por ${inAdvance.appointments === 1 ? '1 cita que todavía no se completó' : `${formatCount(inAdvance.appointments)} citas que todavía no se completaron`}. No está en estas cifras: se suma cuando la consulta se completa.`}
        </p>
      )}
      {inAdvance.direct.count > 0 && (
        <p>
          {inAdvance.direct.count === 1 ? 'Pago directo sin usar: ' : 'Pagos directos sin usar: '}
          <strong className="tabular-nums">{formatMoney(inAdvance.direct.cents)}</strong>. No está en estas cifras: se
          suma con la cita que lo use, y hasta entonces el paciente puede pedir que se le devuelva.
        </p>
      )}
      {packages.soldCents > 0 && (
        <p>
          Bonos vendidos: <strong className="tabular-nums">{formatMoney(packages.soldCents)}</strong>. Está en lo
          cobrado, y es ingreso a medida que se usan las sesiones.
        </p>
      )}
      <ByMonth months={byMonth} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
        <section aria-labelledby="by-service" className="grid min-w-0 gap-3">
          <h3 id="by-service">Por servicio</h3>
          <RevenueTable
            caption="Ingresos por servicio"
            firstColumn="Servicio"
            rows={byService.map((line) => ({ id: line.name, ...line }))}
          />
        </section>
        <section aria-labelledby="by-professional" className="grid min-w-0 gap-3">
          <h3 id="by-professional">Por profesional</h3>
          <RevenueTable
            caption="Ingresos por profesional"
            firstColumn="Profesional"
            rows={byProfessional.map((line) => ({ id: line.professionalId, ...line }))}
          />
        </section>
      </div>
      {byMethod.length > 0 && (
        <section aria-labelledby="by-method" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h3 id="by-method">Cobrado, por medio</h3>
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {byMethod.map(({ method, payments, collectedCents }) => (
              <div key={method}>
                <dt className="text-ink-soft">{paymentMethodLabels[method]}</dt>
                <dd className="tabular-nums">
                  <strong>{formatMoney(collectedCents)}</strong> en {payments === 1 ? '1 cobro' : `${payments} cobros`}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

/** How the income follows from the prices, and what is left of it: only what occurs has a line. */
function IncomeLines({ income }: { income: Income }) {
  const lines = [
    {
      label: `Precio de ${income.consultations === 1 ? '1 consulta completada' : `${formatCount(income.consultations)} consultas completadas`}`,
      cents: income.valueCents,
      isAlways: true,
    },
    { label: 'Descuentos a tu cargo', cents: -income.centerDiscountCents },
    { label: `Descuentos a cargo de ${brand.name}`, cents: -income.sendaDiscountCents },
    { label: `Lo que ${brand.name} te acredita por ellos`, cents: income.creditCents },
    { label: 'Devuelto a pacientes', cents: -income.refundedCents },
    { label: 'Retenido de cancelaciones tardías e inasistencias', cents: income.retainedCents },
    { label: 'Ingresos', cents: income.incomeCents, isSum: true, isAlways: true },
    { label: 'Comisión', cents: -income.commissionCents },
    { label: 'Neto', cents: income.netCents, isSum: true, isAlways: true },
    { label: 'De la comisión, ya se descontó de los pagos en línea', cents: income.withheldCents },
    { label: 'De los ingresos, pagado con bonos', cents: income.packageCents },
    { label: 'De los ingresos, falta cobrar', cents: income.dueCents },
    { label: 'Falta devolver en el centro', cents: income.toReturnCents },
    {
      label: `Devuelto después de que lo recibiste: se descuenta de la próxima liquidación`,
      cents: Math.max(-income.inTransitCents, 0),
    },
  ]
  return (
    <section aria-labelledby="income-lines" className="grid max-w-2xl gap-3">
      <h3 id="income-lines">De dónde salen</h3>
      <dl className="divide-y divide-line rounded-card border border-line bg-panel">
        {lines
          .filter(({ cents, isAlways }) => isAlways || cents !== 0)
          .map(({ label, cents, isSum }) => (
            <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
              <dt className={isSum ? 'font-medium' : 'text-ink-soft'}>{label}</dt>
              <dd className={`tabular-nums ${isSum ? 'font-medium' : ''}`}>
                {cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents)}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function ByMonth({ months }: { months: Revenue['byMonth'] }) {
  return (
    <section aria-labelledby="by-month" className="grid min-w-0 gap-3">
      <h3 id="by-month">Por mes</h3>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <BarChart
          label="Ingresos por mes, y cuánto se cobró"
          bars={months.map(({ month, incomeCents, collectedCents }) => ({
            id: month,
            label: monthLabel({ month, withYear: months.length > 12 }),
            value: incomeCents,
            part: collectedCents,
          }))}
          format={formatMoney}
          legend={{ value: 'Ingresos', part: 'Cobrado' }}
        />
        <RevenueTable
          caption="Ingresos por mes"
          firstColumn="Mes"
          rows={months.map(({ month, ...line }) => ({
            id: month,
            name: longMonth.format(monthStart(month)),
            ...line,
          }))}
        />
      </div>
    </section>
  )
}

type Row = Revenue['total'] & { id: string; name: string }

function RevenueTable({ caption, firstColumn, rows }: { caption: string; firstColumn: string; rows: readonly Row[] }) {
  if (rows.length === 0) return <p className="text-ink-soft">Ningún ingreso en este período.</p>
  const number = 'px-2 py-2 last:pr-3 text-right tabular-nums'
  return (
    <TableFrame label={caption}>
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-sm text-ink-soft">
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {firstColumn}
            </th>
            <th scope="col" className={`${number} font-medium max-sm:hidden`}>
              Consultas
            </th>
            <th scope="col" className={`${number} font-medium`}>
              Ingresos
            </th>
            <th scope="col" className={`${number} font-medium`}>
              Cobrado
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ id, name, consultations, incomeCents, collectedCents }) => (
            <tr key={id}>
              <th
                scope="row"
                className="px-3 py-2 text-left font-normal wrap-anywhere cramped:wrap-break-word hyphens-auto max-sm:pr-1"
              >
                <span className="block first-letter:uppercase">{name}</span>
                {/* On a phone there is no room for a column of its own. */}
                <span className="block text-sm text-ink-soft tabular-nums sm:hidden">
                  {consultations === 1 ? '1 consulta' : `${consultations} consultas`}
                </span>
              </th>
              <td className={`${number} max-sm:hidden`}>{consultations}</td>
              <td className={number}>{formatMoney(incomeCents)}</td>
              <td className={number}>{formatMoney(collectedCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
