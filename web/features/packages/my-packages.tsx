import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SoldPackage } from '#contract/packages.ts'
import { useApi } from '#web/platform/api.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { isForStaff, OwnRefund } from './own-refund.tsx'
import { PackageFacts } from './package-facts.tsx'
import { PackageHistory } from './package-history.tsx'

/** The patient's packages, with what is left of them; `areUsable`: those that can still pay for a session. Renders nothing without any. */
export function MyPackages({ areUsable = false }: { areUsable?: boolean }) {
  const { queries } = useApi()
  const { data } = useQuery(queries.packages.mine.queryOptions())
  const items = data?.items.filter(({ leftSessions }) => !areUsable || leftSessions > 0) ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="packages-title" className="grid gap-3">
      <h2 id="packages-title">Mis bonos</h2>
      <ul className="grid gap-3">
        {items.map((sold) => (
          <li key={sold.id} className="grid gap-1 rounded-card border border-line bg-panel p-4 sm:p-5">
            <OwnPackage sold={sold} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnPackage({ sold }: { sold: SoldPackage }) {
  const { centerId, centerName, professionalNames, serviceIds, leftSessions, money } = sold
  return (
    <PackageFacts sold={sold} to="Te ">
      <p className="text-sm text-ink-soft" translate="no">
        {[centerName, ...professionalNames].join(' · ')}
      </p>
      {money &&
        money.refundableCents > 0 &&
        money.ownRefundCents === 0 &&
        sold.state !== 'refunded' &&
        !isForStaff(sold) && (
          <p className="text-sm">
            {sold.reservedSessions > 0
              ? 'Para devolverlo en el centro, antes cancela lo que tienes reservado con él.'
              : `Si lo devuelves hoy en el centro, te dan ${formatMoney(money.refundableCents)}.`}
          </p>
        )}
      <OwnRefund sold={sold} />
      <PackageHistory sold={sold} />
      {sold.isStopped ? null : leftSessions > 0 ? (
        <Link
          to="/book/$centerId"
          params={{ centerId }}
          search={{ offer: serviceIds[0] }}
          className="link inline-flex min-h-11 items-center"
        >
          Reservar una sesión<span className="sr-only">{` de ${sold.serviceName}`}</span>
        </Link>
      ) : (
        <Link
          to="/centers/$centerId"
          params={{ centerId }}
          hash="bonos"
          className="link inline-flex min-h-11 items-center"
        >
          Ver los bonos del centro<span className="sr-only">{` que da ${sold.serviceName}`}</span>
        </Link>
      )}
    </PackageFacts>
  )
}
