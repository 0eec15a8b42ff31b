import type { ReactNode, RefObject } from 'react'

import { Button } from './button.tsx'

export type MoreButtonProps = {
  list: RefObject<HTMLElement | null>
  /** Loads the next page; undefined after the last one, and then the button is hidden. */
  more: (() => Promise<unknown>) | undefined
  pending: boolean
  className?: string
  children?: ReactNode
}

/** The button below a paginated list. The focus moves to the first new row, or to the first control in it. */
export function MoreButton({ list, more, pending, className, children = 'Ver más' }: MoreButtonProps) {
  if (!more) return null

  async function showMore(load: () => Promise<unknown>) {
    const known = list.current?.children.length ?? 0
    await load()
    // The button disappears with the last page; a screen reader continues from the first new row.
    requestAnimationFrame(() => {
      const row = list.current?.children[known]
      const target = row?.hasAttribute('tabindex') ? row : row?.querySelector('a[href], button')
      if (target instanceof HTMLElement) target.focus()
    })
  }

  return (
    <Button
      variant="secondary"
      className={className}
      pending={pending}
      pendingLabel="Cargando…"
      onClick={() => void showMore(more)}
    >
      {children}
    </Button>
  )
}
