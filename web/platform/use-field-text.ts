import { type RefObject, useCallback, useEffect, useState } from 'react'

const readEveryMs = 300

/**
 * The text of an uncontrolled field, also where it was typed before hydration, or where a password manager fills the field without an
 * event. `read` handles the field's changes.
 */
export function useFieldText(field: RefObject<HTMLInputElement | null>): { text: string; read: () => void } {
  const [text, setText] = useState('')
  const read = useCallback(() => {
    if (field.current) setText(field.current.value)
  }, [field])
  useEffect(() => {
    read()
    const timer = setInterval(read, readEveryMs)
    return () => clearInterval(timer)
  }, [read])
  return { text, read }
}
