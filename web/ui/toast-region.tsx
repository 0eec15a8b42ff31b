import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-section.ts'
import { loadToastCard } from './load-toast-card.ts'
import { type ShownToast, toastStore } from './toast.ts'

const ToastCard = lazyPart(() => loadToastCard().then((module) => module.ToastCard))

/** The layer is over the whole screen, so that each toast can avoid the page's controls: see use-toast-place. */
const layer = 'pointer-events-none fixed inset-0 z-50 empty:hidden'
const none: readonly ShownToast[] = []

/** Rendered once, at the end of the root. The live region exists from the start, so that the first toast is announced, too. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, () => none)
  const draw = (destructive: boolean) =>
    toasts
      .filter((item) => (item.kind === 'destructive') === destructive)
      .map((item) => <ToastCard key={item.id} toast={item} />)
  return (
    <section className="print:hidden">
      {/* aria-live also around the alerts: an open dialog hides what has none from screen readers. */}
      <Suspense>
        <div role="status" aria-live="polite" aria-atomic="false" className={layer}>
          {draw(false)}
        </div>
        <div aria-live="off" className={layer}>
          {draw(true)}
        </div>
      </Suspense>
    </section>
  )
}
