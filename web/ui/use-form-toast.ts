import { useRef } from 'react'

import { dismissToast, type ToastOptions, toast } from './toast.ts'

/** Toasts of one form: what is said takes the place of what was said before, so that no refusal outlives its mending. */
export function useFormToast(): { show: (...options: ToastOptions[]) => void; clear: () => void } {
  const shown = useRef<number[]>([])
  const clear = () => {
    for (const id of shown.current) dismissToast(id)
  }
  return {
    clear,
    show(...options) {
      clear()
      shown.current = options.map((each) => toast(each))
    },
  }
}
