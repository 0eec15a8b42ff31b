import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import BellRing from '~icons/lucide/bell-ring'
import { usePush } from './push.ts'

const answeredKey = 'senda.push-offered'

function wasAnswered(): boolean {
  try {
    return localStorage.getItem(answeredKey) !== null
  } catch {
    return true
  }
}

/** Offered after a booking, once for each browser. The browser itself asks only after «Activar avisos». */
export function PushOffer() {
  const { state, setOn, isPending } = usePush()
  const [isAnswered, setIsAnswered] = useState(wasAnswered)
  if (isAnswered || state !== 'off') return null

  function answer(isWanted: boolean) {
    setIsAnswered(true)
    try {
      localStorage.setItem(answeredKey, 'yes')
    } catch {
      // Without storage the next booking offers it again.
    }
    if (isWanted) setOn(true)
  }

  return (
    <Card className="flex flex-wrap items-center gap-3 bg-sand">
      <BellRing aria-hidden="true" className="size-6 shrink-0 text-action" />
      <p className="min-w-56 grow">¿Quieres que este dispositivo te avise si algo cambia, y antes de tu cita?</p>
      <div className="flex flex-wrap gap-2">
        <Button pending={isPending} onClick={() => answer(true)}>
          Activar avisos
        </Button>
        <Button variant="quiet" onClick={() => answer(false)}>
          Ahora no
        </Button>
      </div>
    </Card>
  )
}
