import { onSignOut } from '#web/platform/session.ts'
import { fillTyped, type TypedField } from '#web/platform/typed-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Long enough to open a dialog or a step again. */
const patienceMs = 10 * 60_000

/**
 * Tells the visitor that the page was reloaded for a newer version, and puts back what was typed, also into fields that
 * appear later on this page, as in a dialog.
 */
export function restoreTyped(typed: readonly TypedField[]): void {
  toast({
    title: 'Actualizamos Senda',
    description:
      typed.length === 0
        ? 'La página se recargó con la versión nueva. Vuelve a intentarlo.'
        : 'La página se recargó con la versión nueva y conserva lo que escribiste. Vuelve a intentarlo.',
    durationMs: 8000,
  })
  const { pathname } = location
  let left = fillTyped(typed)
  if (left.length === 0) return
  const observer = new MutationObserver(() => {
    left = location.pathname === pathname ? fillTyped(left) : []
    if (left.length === 0) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), patienceMs)
  onSignOut(() => observer.disconnect())
}
