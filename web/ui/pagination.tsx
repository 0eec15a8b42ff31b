import type { ReactNode } from 'react'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { Anchor } from './anchor.tsx'
import { classNames } from './class-names.ts'

export type PaginationProps = {
  page: number
  pageCount: number
  hrefOf: (page: number) => string
  label?: string
  className?: string
}

const cell =
  'inline-flex h-11 w-10.5 sm:w-11 items-center justify-center rounded-control font-medium tabular-nums transition-colors'

/** First, last and neighbours of the current page; null is a gap. */
function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const pages = [1, page - 1, page, page + 1, pageCount].filter((item) => item >= 1 && item <= pageCount)
  const unique = [...new Set(pages)].sort((a, b) => a - b)
  return unique.flatMap((item, index) => (index > 0 && item - (unique[index - 1] ?? 0) > 1 ? [null, item] : [item]))
}

export function Pagination({ page, pageCount, hrefOf, label = 'Páginas', className }: PaginationProps) {
  if (pageCount < 2) return null
  const stepLink = (to: number, name: string, icon: ReactNode) =>
    to < 1 || to > pageCount ? (
      <span aria-hidden="true" className={classNames(cell, 'text-line')}>
        {icon}
      </span>
    ) : (
      <Anchor href={hrefOf(to)} aria-label={name} className={classNames(cell, 'text-action hover:bg-action-soft')}>
        {icon}
      </Anchor>
    )
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>{stepLink(page - 1, 'Página anterior', <ChevronLeft aria-hidden="true" className="size-5" />)}</li>
        {pageNumbers(page, pageCount).map((item, index) => (
          <li key={item ?? `gap-${index}`}>
            {item === null ? (
              <span aria-hidden="true" className={'inline-flex w-4 justify-center text-ink-soft sm:w-6'}>
                …
              </span>
            ) : (
              <Anchor
                href={hrefOf(item)}
                aria-label={`Página ${item}`}
                aria-current={item === page ? 'page' : undefined}
                className={classNames(cell, item === page ? 'bg-action text-on-action' : 'hover:bg-sand')}
              >
                {item}
              </Anchor>
            )}
          </li>
        ))}
        <li>{stepLink(page + 1, 'Página siguiente', <ChevronRight aria-hidden="true" className="size-5" />)}</li>
      </ul>
    </nav>
  )
}
