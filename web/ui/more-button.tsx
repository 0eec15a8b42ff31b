import type { ReactNode, RefObject } from 'react'

import { Button } from './button.tsx'

export type MoreButtonProps = {
  /** The list that grows. */
  list: RefObject<HTMLElement | null>
  /** Brings the next page; missing after the last one, and then nothing is drawn. */
  more: (() => Promise<unknown>) | undefined
  pending: boolean
  className?: string
  children?: ReactNode
}

/** Under a list in pages. The focus goes on to the first new row, or to the first control in it. */
export function MoreButton({ list, more, pending, className, children = 'Ver más' }: MoreButtonProps) {
  if (!more) return null

  async function showMore(load: () => Promise<unknown>) {
    const known = list.current?.children.length ?? 0
    await load()
    // The button goes away with the last page; reading goes on from the first new row.
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
