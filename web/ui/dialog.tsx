import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'

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
  /** Asks before it is closed by a press outside: for forms half filled in. */
  keepOpenOnOutsidePress?: boolean
  initialFocus?: RefObject<HTMLElement | null>
}

const loadPopup = () => import('./dialog-popup.tsx')
const DialogPopup = lazy(() => loadPopup().then((module) => ({ default: module.DialogPopup })))

/** A modal dialog; a sheet from below on a phone. Its code loads the first time that one opens. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(false)
  if (props.open && !wanted) setWanted(true)
  return wanted ? (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  ) : null
}

/** Fetches the dialog's code ahead of the press that needs it: on hover, focus, or when the page rests. */
export function preloadDialog(): void {
  void loadPopup()
}
