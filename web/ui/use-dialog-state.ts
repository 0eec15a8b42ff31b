import { useCallback, useState } from 'react'

type Opened<About> = { about: About | undefined; isOpen: boolean; turn: number }

/**
 * Whether a dialog is open, and its subject, which stays available while the dialog closes.
 * `key={turn}` on the dialog makes its fields new each time that it opens.
 */
export function useDialogState<About = void>() {
  const [opened, setOpened] = useState<Opened<About>>({ about: undefined, isOpen: false, turn: 0 })
  // Stable for the component's lifetime, because a whole agenda may depend on it.
  const show = useCallback((about: About) => setOpened(({ turn }) => ({ about, isOpen: true, turn: turn + 1 })), [])
  return {
    ...opened,
    show,
    // A press that opens the next dialog is also a press outside one that is still closing, and must not close the next one.
    close: () => setOpened((before) => (before.turn === opened.turn ? { ...before, isOpen: false } : before)),
  }
}
