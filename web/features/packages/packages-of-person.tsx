import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonRef } from '#contract/agenda.ts'
import type { SoldPackage } from '#contract/packages.ts'
import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PackageFacts } from './package-facts.tsx'
import { PackageHistory } from './package-history.tsx'
import { PartDialog } from './part-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { SellDialog } from './sell-dialog.tsx'

type Props = {
  centerId: string
  person: PersonRef
  /** Whether the member sells packages, takes their money and gives it back. */
  sells: boolean
}

type Act = { kind: 'sell' } | { kind: 'collect' | 'refund'; sold: SoldPackage }

/** The packages of a person on their sheet. A dependant's are those of the guardian. */
export function PackagesOfPerson({ centerId, person, sells }: Props) {
  const { queries } = useApi()
  const target = { centerId, kind: person.kind, personId: person.id }
  const query = useQuery(queries.packages.ofPerson.queryOptions({ input: target }))
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const items = query.data?.items
  const current = act && 'sold' in act ? (items?.find(({ id }) => id === act.sold.id) ?? act.sold) : undefined
  if (items?.length === 0 && !sells) return null
  return (
    <section aria-labelledby="contact-packages" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="contact-packages">Bonos</h3>
        {sells && items && (
          <Button size="small" variant="secondary" {...opensDialog} onClick={() => setAct({ kind: 'sell' })}>
            Vender un bono
          </Button>
        )}
      </div>
      {!items && (
        <Pending query={query} loading="Cargando los bonos" failed="No se pudieron cargar los bonos">
          <Skeleton className="h-20" />
        </Pending>
      )}
      {items?.length === 0 && <p className="text-ink-soft">Ninguno todavía.</p>}
      <ul className="divide-y divide-line">
        {items?.map((sold) => (
          <li key={sold.id} className="grid gap-1 py-2">
            <PackageFacts sold={sold} to="">
              <PackageHistory sold={sold} />
              {sells && (
                <PackageButtons
                  sold={sold}
                  onCollect={() => setAct({ kind: 'collect', sold })}
                  onRefund={() => setAct({ kind: 'refund', sold })}
                />
              )}
            </PackageFacts>
          </li>
        ))}
      </ul>
      {act?.kind === 'sell' && <SellDialog {...target} soldCount={items?.length ?? 0} onClose={close} />}
      {act?.kind === 'collect' && current && <PartDialog centerId={centerId} sold={current} onClose={close} />}
      {act?.kind === 'refund' && current && <RefundDialog centerId={centerId} sold={current} onClose={close} />}
    </section>
  )
}

type ButtonsProps = { sold: SoldPackage; onCollect: () => void; onRefund: () => void }

function PackageButtons({ sold: { money, serviceName }, onCollect, onRefund }: ButtonsProps) {
  if (!money || (money.dueCents === 0 && money.refundableCents === 0)) return null
  const ofWhich = <span className="sr-only">{` del bono de ${serviceName}`}</span>
  return (
    <div className="flex flex-wrap gap-2">
      {money.dueCents > 0 && (
        <Button size="small" variant="secondary" {...opensDialog} onClick={onCollect}>
          Cobrar una parte{ofWhich}
        </Button>
      )}
      {money.refundableCents > 0 && (
        <Button size="small" variant="quietDanger" {...opensDialog} onClick={onRefund}>
          Devolver lo que queda{ofWhich}
        </Button>
      )}
    </div>
  )
}
