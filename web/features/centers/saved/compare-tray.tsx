import { Link, useSearch } from '@tanstack/react-router'
import { maxCompared } from '#contract/favorite-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import X from '~icons/lucide/x'
import { clearCompared, toggleCompared, useComparedCenters } from './compared-centers.ts'

/** The centres that were chosen to be compared. The comparison keeps the need and the place of the search beside it. */
export function CompareTray() {
  const compared = useComparedCenters()
  const { q, near, at } = useSearch({ strict: false }) as Partial<Record<string, string>>
  if (compared.length === 0) return null
  const centers = compared.map(({ centerId }) => centerId).join(',')
  return (
    <div className="sticky bottom-0 z-30 -mx-4 mt-auto sm:mx-0 sm:bottom-4">
      <section
        aria-label="Centros para comparar"
        data-sticky-bar=""
        className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-panel px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-float sm:rounded-card sm:border"
      >
        <span className="min-w-0 grow font-semibold sm:hidden">
          {compared.length === 1 ? '1 elegido' : `${compared.length} elegidos`}
        </span>
        <ul className="flex min-w-0 grow flex-wrap items-center gap-x-2 max-sm:hidden">
          {compared.map((center) => (
            <li key={center.centerId} className="flex max-w-44 min-w-0 items-center rounded-control bg-sand pl-3">
              <span translate="no" className="truncate text-sm">
                {center.name}
              </span>
              <IconButton
                label={`No comparar ${center.name}`}
                title="No comparar"
                icon={<X aria-hidden="true" className="size-4" />}
                onClick={() => toggleCompared(center)}
              />
            </li>
          ))}
        </ul>
        <div className="ml-auto flex items-center gap-2">
          <Button variant="quiet" size="small" onClick={clearCompared}>
            Vaciar
          </Button>
          {compared.length < 2 ? (
            <span className="py-3 text-sm text-ink-soft">{`Elige otro, hasta ${maxCompared}`}</span>
          ) : (
            <Button render={<Link to="/compare" search={{ centers, q, near, at }} rel="nofollow" />}>
              {`Comparar ${compared.length}`}
            </Button>
          )}
        </div>
      </section>
    </div>
  )
}
