import { type ReactNode, useRef, useState } from 'react'

import { FactorCodeForm } from '#web/features/auth/second-factor/factor-code-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks for the second factor's code when the service requires it; the user then repeats the action. */
export function useCodeDemand(): { ask: (onProven?: () => void) => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const next = useRef<() => void>(undefined)
  return {
    ask(onProven) {
      next.current = onProven
      setOpen(true)
    },
    dialog: (
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Escribe tu código"
        description="Para esto hace falta tu segundo factor."
        size="small"
        keepOpenOnOutsidePress
      >
        <FactorCodeForm
          onProven={() => {
            setOpen(false)
            next.current?.()
          }}
        />
      </Dialog>
    ),
  }
}
