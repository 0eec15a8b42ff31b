import { type ReactNode, useEffect, useState } from 'react'

import { Button } from './button.tsx'
import { useUnsavedForm } from './unsaved-form.ts'

type DiscardQuestion = {
  /** For `onInput` of the form, and for a choice that fires no `input` event. */
  markTouched: () => void
  /** Esc and the cross call it. */
  requestClose: () => void
  /** For the dialog: Back asks, too, once something is typed. While a request is under way, it changes nothing. */
  onBack: (() => void) | undefined
  /** Replaces the buttons in the footer while the question is open. */
  question: ReactNode
}

/**
 * The behaviour of a form's dialog on Esc, the cross and Back: it closes immediately while nothing is typed, and asks before it
 * discards typed text. The button "Cancelar" or "Volver" closes it without asking.
 */
export function useDiscardQuestion({
  open,
  pending,
  touched = false,
  onClose,
}: {
  open: boolean
  pending: boolean
  /** The form has a change that fired no `input` event. */
  touched?: boolean
  onClose: () => void
}): DiscardQuestion {
  const [isTouched, setIsTouched] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const isUnsaved = isTouched || touched
  useUnsavedForm(open && isUnsaved)
  useEffect(() => {
    if (open) return
    setIsTouched(false)
    setIsAsking(false)
  }, [open])

  return {
    onBack: isUnsaved ? () => setIsAsking(!pending) : undefined,
    markTouched: () => setIsTouched(true),
    requestClose: () => {
      if (pending) return
      if (!isUnsaved) onClose()
      // Esc pressed again goes back to the form.
      else setIsAsking(!isAsking)
    },
    question: isAsking && <Question onStay={() => setIsAsking(false)} onDiscard={onClose} />,
  }
}

function Question({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <div role="alert" className="flex grow flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
      <p className="font-medium">¿Descartar lo que escribiste?</p>
      <div className="flex grow flex-col-reverse gap-2 sm:flex-row sm:justify-end sm:whitespace-nowrap">
        <Button variant="secondary" onClick={onDiscard}>
          Descartar
        </Button>
        {/* The question replaces the button that had the focus. */}
        <Button autoFocus onClick={onStay}>
          Seguir editando
        </Button>
      </div>
    </div>
  )
}
