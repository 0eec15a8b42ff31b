export type ToastKind = 'plain' | 'success' | 'destructive'

export type ToastOptions = {
  title: string
  description?: string
  /** `destructive` is announced immediately (role alert); the others politely (role status). */
  kind?: ToastKind
  /** How long it stays while no pointer is over it: 4000 by default, 8000 for destructive ones. */
  durationMs?: number
  action?: { label: string; onPress: () => void }
}

export type ShownToast = ToastOptions & { id: number; kind: ToastKind; durationMs: number }

const limit = 3
let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** The same action repeated, or the same error again. Two different errors are both shown. */
function isRepeatedBy(item: ShownToast, next: ToastOptions & { kind: ToastKind }): boolean {
  const isSameAction = item.kind === next.kind && item.title === next.title
  return isSameAction && (next.kind !== 'destructive' || item.description === next.description)
}

/**
 * Shows a toast. A repeated toast replaces the earlier one; at most three are shown, and the
 * oldest disappears. Returns its id.
 */
export function toast(options: ToastOptions): number {
  const kind = options.kind ?? 'plain'
  const id = ++lastId
  publish(
    [
      ...shown.filter((item) => !isRepeatedBy(item, { ...options, kind })),
      { ...options, id, kind, durationMs: options.durationMs ?? (kind === 'destructive' ? 8000 : 4000) },
    ].slice(-limit),
  )
  return id
}

export function dismissToast(id: number): void {
  publish(shown.filter((item) => item.id !== id))
}

/** The region that renders the toasts uses it: useSyncExternalStore's subscribe and snapshot. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  getSnapshot: () => shown,
}
