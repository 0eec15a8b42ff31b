import { useEffect, useRef, useState } from 'react'

/** `data-early` of a form: empty while the form waits for its scripts, then whether it was submitted before. */
const pressed = 'pressed'

/** Runs in the head: a form that is submitted before its scripts arrive waits for them, with everything typed. */
export const holdEarlySubmit = `addEventListener('submit',function(e){var d=e.target.dataset
if(d.early!==undefined){e.preventDefault();d.early='${pressed}'}},true)`

/**
 * Keeps the submit of a form that only scripts can send, and repeats it once the form `isReady`. The returned
 * properties go to the form.
 */
export function useEarlySubmit({ isReady }: { isReady: boolean }) {
  const ref = useRef<HTMLFormElement>(null)
  const [isWaiting, setWaiting] = useState(false)

  useEffect(() => {
    const form = ref.current
    if (form?.dataset.early === pressed) setWaiting(true)
    // From now on, the form's own handler receives its submits.
    delete form?.dataset.early
  }, [])

  useEffect(() => {
    if (!isWaiting || !isReady) return
    setWaiting(false)
    ref.current?.requestSubmit()
  }, [isWaiting, isReady])

  // The head's script may have changed the attribute before hydration.
  return { ref, 'data-early': '', suppressHydrationWarning: true } as const
}
