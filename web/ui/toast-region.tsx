import { lazy, Suspense, useSyncExternalStore } from 'react'
import { loadToastCard, type ShownToast, toastStore } from './toast.ts'

const ToastCard = lazy(() => loadToastCard().then((module) => ({ default: module.ToastCard })))

const none: readonly ShownToast[] = []

/** Stands once, at the end of the root. The live region is there from the start, so that its first toast is announced too. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, () => none)
  const draw = (destructive: boolean) =>
    toasts
      .filter((item) => (item.kind === 'destructive') === destructive)
      .map((item) => <ToastCard key={item.id} toast={item} />)
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-50 grid gap-2 p-3 sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:w-104 sm:p-6">
      {/* aria-live also on the outer side of alerts: an open dialog hides everything else from screen readers. */}
      <Suspense>
        <div role="status" aria-live="polite" aria-atomic="false" className="grid gap-2 empty:hidden">
          {draw(false)}
        </div>
        <div aria-live="off" className="grid gap-2 empty:hidden">
          {draw(true)}
        </div>
      </Suspense>
    </div>
  )
}
