import { useCallback, useState } from 'react'

type DialogState<Subject> = { subject: Subject | undefined; isOpen: boolean; key: number }

/**
 * Whether a dialog is open, and its subject, which stays available while the dialog closes.
 * `key={key}` on the dialog resets its fields each time that it opens.
 */
export function useDialogState<Subject = void>() {
  const [state, setState] = useState<DialogState<Subject>>({ subject: undefined, isOpen: false, key: 0 })
  // Stable for the component's lifetime, because a whole agenda may depend on it.
  const show = useCallback((subject: Subject) => setState(({ key }) => ({ subject, isOpen: true, key: key + 1 })), [])
  return {
    ...state,
    show,
    // A press that opens the next dialog is also a press outside one that is still closing, and must not close the next one.
    close: () => setState((before) => (before.key === state.key ? { ...before, isOpen: false } : before)),
  }
}
