import { errorMessage } from '#web/platform/error-message.ts'
import { Card } from '#web/ui/card.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { usePush } from './push.ts'

const hints = {
  unknown: 'Los avisos llegan aunque no tengas la página abierta.',
  unsupported: 'Este navegador no puede mostrar avisos. En un iPhone, agrega antes la página a la pantalla de inicio.',
  denied: 'Los bloqueaste para este sitio. Puedes permitirlos en la configuración del navegador.',
  off: 'Los avisos llegan aunque no tengas la página abierta. El navegador te va a pedir permiso.',
  on: 'Los avisos llegan aunque no tengas la página abierta.',
} as const

export function PushCard() {
  const { state, setOn, isPending, error } = usePush()
  const isFixed = state === 'unknown' || state === 'unsupported' || state === 'denied'
  return (
    <Card as="section" aria-labelledby="in-browser">
      <h3 id="in-browser">En este navegador</h3>
      <SwitchField
        label="Mostrar avisos en este dispositivo"
        hint={hints[state]}
        checked={state === 'on'}
        disabled={isFixed || isPending}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {error && <p className="text-red" role="alert">{`No se pudo cambiar. ${errorMessage(error)}`}</p>}
    </Card>
  )
}
