import type { ReactNode, RefObject } from 'react'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence under the title, read with it. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, in a row that stays in view. The one that goes on comes last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** A press outside doesn't close it: for forms half filled in. */
  keepOpenOnOutsidePress?: boolean
  initialFocus?: RefObject<HTMLElement | null>
}
