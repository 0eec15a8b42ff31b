import type { ContactDetails } from '#contract/contacts.ts'
import { formatMoney } from '#web/platform/formats.ts'

type MoneyOfContactProps = Pick<ContactDetails, 'money' | 'directCents' | 'owedCents'>

/** What a person paid at the centre and online, and what is open, as Dinero and Caja count it; nothing before the first payment or debt. */
export function MoneyOfContact({ money, directCents, owedCents }: MoneyOfContactProps) {
  const facts = [
    { label: 'Cobrado en el centro', cents: money.deskCents },
    { label: 'Pagado en línea', cents: money.onlineCents },
    { label: 'Pago directo sin usar', cents: directCents },
    { label: 'Falta cobrar', cents: owedCents },
    { label: 'Falta devolver', cents: money.toReturnCents },
    { label: 'Devuelto de consultas completadas', cents: money.refundedCents },
    { label: 'Retenido de cancelaciones e inasistencias', cents: money.retainedCents },
  ].filter(({ cents }) => cents > 0)
  if (facts.length === 0) return null
  return (
    <section aria-labelledby="contact-money" className="grid gap-3">
      <h3 id="contact-money">Pagos</h3>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(({ label, cents }) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="tabular-nums">{formatMoney(cents)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
