import { useRef } from 'react'

import { dismissToast, type ToastOptions, toast } from '#web/ui/toast.ts'

/** Toasts of one form: each takes the place of the one before, so that no refusal outlives its mending. */
export function useFormToast(): { show: (options: ToastOptions) => void; clear: () => void } {
  const shown = useRef<number>(undefined)
  const clear = () => {
    if (shown.current !== undefined) dismissToast(shown.current)
  }
  return {
    clear,
    show(options) {
      clear()
      shown.current = toast(options)
    },
  }
}
