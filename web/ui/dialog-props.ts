import type { ReactNode, RefObject } from 'react'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence under the title, read with it. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, in a row that stays in view. The one that continues comes last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** A press outside does not close it: for forms. */
  keepOpenOnOutsidePress?: boolean
  /** Instead of leaving the page, Back does this: for a dialog with typed text. */
  onBack?: (() => void) | undefined
  initialFocus?: RefObject<HTMLElement | null>
  /** The focus starts on the dialog itself, because its fields are not what people come for. */
  focusesItself?: boolean
  /** Where the focus goes when it closes; by default where it came from. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
}
