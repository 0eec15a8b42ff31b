import type { ReactNode } from 'react'

export type FormCase = {
  form: string
  /** The file that registers the fields with their schema, below `web/features/`. */
  file: string
  screen: ReactNode
  /** The route to which it sends; undefined for the authentication service, which names no fields. */
  route?: string
  /** The form's names for fields that the route names differently. */
  renamed?: Record<string, string>
  /** Makes every field visible. */
  prepare?: () => Promise<void>
  /** Fields that cannot be wrong while the form is in this state. */
  impossible?: readonly string[]
}
