import { type ReactNode, type Ref, useState } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import SlidersHorizontal from '~icons/lucide/sliders-horizontal'
import X from '~icons/lucide/x'

type FilterSheetProps = {
  ref: Ref<HTMLDialogElement>
  filterCount: number
  /** Whether the map is beside the results, so that the filters are behind their button on wide screens, too. */
  hasMap: boolean
  children: ReactNode
}

/**
 * The filters: beside the results on wide screens; on others behind a button, as a sheet from below. Before JavaScript the
 * button unfolds them in place.
 */
export function FilterSheet({ ref, filterCount, hasMap, children }: FilterSheetProps) {
  const [closeCount, setCloseCount] = useState(0)
  return (
    <section
      aria-label="Filtros"
      className={classNames('has-[details[open]]:col-span-2', !hasMap && 'lg:sticky lg:top-24')}
    >
      <details className={classNames('peer', !hasMap && 'lg:hidden')}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button for the keyboard, too */}
        <summary
          onClick={(event) => {
            const sheet = event.currentTarget.closest('section')?.querySelector('dialog')
            if (!sheet?.showModal) return
            event.preventDefault()
            sheet.showModal()
            // In the sheet nothing is folded: there is room for all.
            for (const folded of sheet.querySelectorAll('details')) folded.open = true
          }}
          className={buttonClass({
            variant: 'secondary',
            className: 'cursor-pointer list-none [&::-webkit-details-marker]:hidden',
          })}
        >
          <SlidersHorizontal aria-hidden="true" className="size-5" />
          Filtros
          {filterCount > 0 && (
            <span className="rounded-full bg-action px-2 text-sm text-on-action">
              {filterCount}
              <span className="sr-only">{filterCount === 1 ? ' elegido' : ' elegidos'}</span>
            </span>
          )}
        </summary>
      </details>
      <dialog
        ref={ref}
        aria-label="Filtros"
        closedby="any"
        onClose={() => setCloseCount((times) => times + 1)}
        className={classNames(
          'group/sheet static m-0 hidden w-auto max-w-none bg-transparent p-0 text-inherit peer-open:mt-4 peer-open:block [&:modal]:fixed [&:modal]:inset-x-0 [&:modal]:top-auto [&:modal]:bottom-0 [&:modal]:block [&:modal]:max-h-[88dvh] [&:modal]:overflow-y-auto [&:modal]:overscroll-contain [&:modal]:rounded-t-card [&:modal]:bg-panel [&:modal]:shadow-float backdrop:bg-black/45',
          hasMap ? 'lg:[&:modal]:mx-auto lg:[&:modal]:max-w-md' : 'lg:block',
        )}
      >
        <div className="group-[&:modal]/sheet:p-5">
          <div className="mb-2 hidden items-center justify-between group-[&:modal]/sheet:flex">
            <h2 className="text-lg">Filtros</h2>
            <IconButton
              label="Cerrar"
              icon={<X aria-hidden="true" className="size-5" />}
              onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
            />
          </div>
          {/* Closing the sheet discards the choices that were not applied. */}
          <div key={closeCount}>{children}</div>
        </div>
      </dialog>
    </section>
  )
}
