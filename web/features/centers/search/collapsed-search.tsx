import type { ReactNode } from 'react'
import Search from '~icons/lucide/search'

/** On a phone, a search that was sent is one line, which a press expands to its form; on wider screens the form alone. */
export function CollapsedSearch({ line, children }: { line: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-4">
      <details className="peer md:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 rounded-card border border-line bg-panel px-3.5 [&::-webkit-details-marker]:hidden">
          <Search aria-hidden="true" className="size-5 shrink-0 text-action" />
          <span data-shortened="" className="truncate cramped:py-2 cramped:whitespace-normal">
            {line}
          </span>
          <span className="ml-auto pl-2 text-sm font-semibold whitespace-nowrap text-action">Cambiar</span>
        </summary>
      </details>
      <div className="hidden gap-3 peer-open:grid sm:gap-4 md:grid">{children}</div>
    </div>
  )
}
