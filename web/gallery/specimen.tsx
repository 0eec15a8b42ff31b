import type { ReactNode } from 'react'

export function Family({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  )
}

export function Specimen({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
      <h3>{name}</h3>
      <div className={wide ? 'grid gap-4' : 'grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3'}>{children}</div>
    </section>
  )
}
