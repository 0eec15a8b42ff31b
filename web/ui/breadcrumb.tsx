import { Anchor } from './anchor.tsx'

export type BreadcrumbProps = {
  /** From the home page down; the last item is the current page. */
  items: readonly { label: string; href?: string }[]
  className?: string
}

export function Breadcrumb({ items, className }: BreadcrumbProps) {
  return (
    <nav aria-label="Ruta" className={className}>
      <ol className="flex flex-wrap items-center text-sm text-ink-soft">
        {items.map((item, index) => (
          <li key={item.label} className="flex min-w-0 items-center">
            {index > 0 && <span aria-hidden="true" className="mx-2 size-1 rounded-full bg-clay" />}
            {item.href && index < items.length - 1 ? (
              <Anchor
                href={item.href}
                className="inline-flex min-h-8 items-center underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11"
              >
                {item.label}
              </Anchor>
            ) : (
              <span aria-current="page" className="truncate font-medium text-ink">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
