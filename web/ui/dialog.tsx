import { type ComponentType, use, useEffect, useEffectEvent, useState } from 'react'

import type { DialogProps } from './dialog-props.ts'
import { ErrorTextContext } from './error-text.ts'
import { toast } from './toast.ts'

let loaded: ComponentType<DialogProps> | undefined
async function loadPopup(): Promise<ComponentType<DialogProps>> {
  loaded ??= (await import('./dialog-popup.tsx')).DialogPopup
  return loaded
}

/** A modal dialog; a bottom sheet on a phone. Its code loads when the first one opens; if it cannot, the page stays as it is. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange } = props
  const [Popup, setPopup] = useState(() => loaded)
  const errorText = use(ErrorTextContext)
  const reportFailure = useEffectEvent((error: unknown) => {
    toast({ kind: 'destructive', title: 'Error', description: errorText(error) })
    onOpenChange(false)
  })

  useEffect(() => {
    if (!open || Popup) return undefined
    let isMounted = true
    loadPopup().then(
      (popup) => {
        if (isMounted) setPopup(() => popup)
      },
      (error: unknown) => {
        if (isMounted) reportFailure(error)
      },
    )
    return () => {
      isMounted = false
    }
  }, [open, Popup])

  return Popup ? <Popup {...props} /> : null
}

/** Resolves once a dialog can open without fetching anything. @throws without a connection */
export async function loadDialog(): Promise<void> {
  await loadPopup()
}

/** Preloads the dialog's code: on hover, on focus, or when the page is idle. */
export function preloadDialog(): void {
  // A failure shows when the dialog opens.
  void loadPopup().catch(() => undefined)
}

/** The button that opens a dialog uses it: `<Button {...opensDialog} onClick={…}>`. */
export const opensDialog = { onFocus: preloadDialog, onPointerEnter: preloadDialog }
