import { Link } from '@tanstack/react-router'
import type { DebtList, PackageDebt } from '#contract/tills.ts'
import { formatDate, formatMoney, telHref } from '#web/platform/formats.ts'
import { timeAgo } from '#web/platform/time-ago.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import Phone from '~icons/lucide/phone'

/** The packages that were sold in parts and still owe; their sheets collect the rest. */
export function PackageDebts({ items, total, totalDueCents, now }: DebtList['packages'] & { now: Date }) {
  return (
    <section aria-labelledby="package-debts" className="grid gap-3">
      <h3 id="package-debts">Bonos vendidos en partes</h3>
      <p>
        Falta cobrar <strong className="tabular-nums">{formatMoney(totalDueCents)}</strong>
        {total === 1 ? ' de 1 bono.' : ` de ${total} bonos.`}
        {items.length < total && ` Aquí están los ${items.length} más antiguos.`}
      </p>
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
        {items.map((debt) => (
          <PackageDebtRow key={debt.packageId} debt={debt} now={now} />
        ))}
      </ul>
    </section>
  )
}

function PackageDebtRow({ debt, now }: { debt: PackageDebt; now: Date }) {
  const { kind, personId, personName, phone, sessions, serviceName, soldAt, priceCents, dueCents } = debt
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <span className="min-w-48 grow basis-48">
        <span translate={personName ? 'no' : undefined} className="block font-semibold wrap-anywhere">
          {personName || 'Sin nombre'}
        </span>
        <span className="block text-sm text-ink-soft wrap-anywhere">
          {`${sessions} sesiones de ${serviceName} · vendido el ${formatDate(soldAt)}, ${timeAgo({ instant: soldAt, now })}`}
        </span>
      </span>
      {phone && (
        <a href={telHref(phone)} className="inline-flex min-h-11 items-center gap-2">
          <Phone aria-hidden="true" className="size-5 text-action" />
          <span className="link tabular-nums">{phone}</span>
        </a>
      )}
      <span className="text-right sm:w-32">
        <strong className="block tabular-nums">{formatMoney(dueCents)}</strong>
        <span className="block text-sm text-ink-soft">{`de ${formatMoney(priceCents)}`}</span>
      </span>
      <Link
        to="/center/dashboard"
        search={({ centro }) => ({ centro, seccion: 'pacientes', paciente: `${kind}.${personId}` })}
        className={buttonClass({ variant: 'secondary' })}
      >
        Cobrar en su ficha
        <span className="sr-only">{`, el bono de ${personName}`}</span>
      </Link>
    </li>
  )
}
