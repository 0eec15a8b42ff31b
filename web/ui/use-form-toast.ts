import { useRef } from 'react'

import { dismissToast, type ToastOptions, toast } from './toast.ts'

/** The toasts of one form: a new toast replaces the earlier ones, so that no error outlives its correction. */
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
