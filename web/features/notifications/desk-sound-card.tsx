import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { hasDeskSound, playDeskSound, setDeskSound } from './desk-sound.ts'

export function DeskSoundCard() {
  const [isOn, setIsOn] = useState(hasDeskSound)
  return (
    <Card as="section" aria-labelledby="desk-sound">
      <h3 id="desk-sound">En el dashboard de tu centro</h3>
      <SwitchField
        label="Sonido al llegar una reserva o un cambio"
        hint="Suena en este dispositivo mientras el dashboard del centro está abierto, también en otra pestaña."
        checked={isOn}
        onChange={(event) => {
          setDeskSound(event.currentTarget.checked)
          setIsOn(event.currentTarget.checked)
        }}
      />
      <Button variant="secondary" size="small" onClick={() => void playDeskSound()}>
        Probar el sonido
      </Button>
    </Card>
  )
}
