import { useCallback, useState } from 'react'

type Opened<Subject> = { subject: Subject | undefined; isOpen: boolean; key: number }

/**
 * Whether a dialog is open, and its subject, which stays available while the dialog closes.
 * `key={key}` on the dialog resets its fields each time that it opens.
 */
export function useDialogState<Subject = void>() {
  const [opened, setOpened] = useState<Opened<Subject>>({ subject: undefined, isOpen: false, key: 0 })
  // Stable for the component's lifetime, because a whole agenda may depend on it.
  const show = useCallback((subject: Subject) => setOpened(({ key }) => ({ subject, isOpen: true, key: key + 1 })), [])
  return {
    ...opened,
    show,
    // A press that opens the next dialog is also a press outside one that is still closing, and must not close the next one.
    close: () => setOpened((before) => (before.key === opened.key ? { ...before, isOpen: false } : before)),
  }
}
