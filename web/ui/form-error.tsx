import type { ReactNode } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'

export type FormErrorProps = {
  /** Renders nothing while it is empty. */
  error: ReactNode
}

export function FormError({ error }: FormErrorProps) {
  if (!error) return null
  return (
    <div role="alert" className="flex gap-3 rounded-control bg-red-soft px-4 py-3 text-red">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <p className="font-medium">{error}</p>
    </div>
  )
}
