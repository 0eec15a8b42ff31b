import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type FormErrorProps = {
  /** Nothing is drawn while it is empty. */
  error: ReactNode
  /** Fields that need attention, each a link to its control. */
  fields?: readonly { id: string; label: string }[]
  className?: string
}

/** What failed, above the form that failed. */
export function FormError({ error, fields, className }: FormErrorProps) {
  if (!error) return null
  return (
    <div role="alert" className={classNames('flex gap-3 rounded-control bg-red-soft px-4 py-3 text-red', className)}>
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid gap-1">
        <p className="font-medium">{error}</p>
        {fields && fields.length > 0 && (
          <ul className="grid gap-1 text-sm">
            {fields.map((field) => (
              <li key={field.id}>
                <a href={`#${field.id}`} className="underline underline-offset-4">
                  {field.label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
