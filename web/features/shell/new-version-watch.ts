import { brand } from '#contract/brand.ts'
import { setRenewal } from '#web/platform/missing-part.ts'
import { openNewVersion, reloadPage, takeTyped } from '#web/platform/new-version.ts'
import { onSignOut } from '#web/platform/session.ts'
import { fillTyped, type TypedField } from '#web/platform/typed-text.ts'
import { toast } from '#web/ui/toast.ts'

/** This is long enough to open a dialog or a step again. */
const patienceMs = 10 * 60_000
/** A page that changes all the time, as a live agenda does, is searched for fields at most this often. */
const pauseMs = 250

/** Loaded once the page is idle, because a part that is missing cannot load what reports it. */
export function watchForNewVersion(): void {
  setRenewal({ openNewVersion, reloadPage })
  const typed = takeTyped()
  if (typed) restoreTyped(typed)
}

/**
 * Tells the visitor that the page was reloaded for a newer version, and puts back what was typed, also into fields that
 * appear later on this page, as in a dialog.
 */
function restoreTyped(typed: readonly TypedField[]): void {
  toast({
    title: `Actualizamos ${brand.name}`,
    description:
      typed.length === 0
        ? 'La página se recargó con la versión nueva. Vuelve a intentarlo.'
        : 'La página se recargó con la versión nueva y conserva lo que escribiste. Vuelve a intentarlo.',
    durationMs: 8000,
  })
  const { pathname } = location
  let left = fillTyped(typed)
  if (left.length === 0) return
  let pass: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    pass ??= setTimeout(fillLeft, pauseMs)
  })
  function fillLeft(): void {
    pass = undefined
    left = location.pathname === pathname ? fillTyped(left) : []
    if (left.length === 0) stop()
  }
  function stop(): void {
    observer.disconnect()
    clearTimeout(pass)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(stop, patienceMs)
  onSignOut(stop)
}
