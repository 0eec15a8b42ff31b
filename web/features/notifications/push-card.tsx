import { brand } from '#contract/brand.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Card } from '#web/ui/card.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { type PushState, usePush } from './push.ts'

const hints: Record<PushState, string> = {
  unknown: 'Los avisos llegan aunque no tengas la página abierta.',
  unsupported:
    'Este navegador no puede mostrar avisos. Prueba con otro, fuera de una ventana privada y de otras apps. Los correos te llegan igual.',
  // Before version 26, iOS opens a page of the home screen in Safari unless its manifest says `standalone`.
  get homeScreen() {
    return `En un iPhone o iPad necesitas iOS 26 o uno más nuevo. Abre ${brand.name} en Safari, toca «Compartir» y «Agregar a inicio», entra desde el ícono que se crea y actívalos ahí. Con un iOS anterior no se puede: los correos te llegan igual.`
  },
  denied:
    'Están bloqueados para este sitio. Puedes permitirlos en la configuración de tu navegador o de tu teléfono, pero no en una ventana privada.',
  off: 'Los avisos llegan aunque no tengas la página abierta. El navegador te va a pedir permiso.',
  on: 'Los avisos llegan aunque no tengas la página abierta.',
}

export function PushCard() {
  const { state, setOn, isPending, error } = usePush()
  const isFixed = state !== 'on' && state !== 'off'
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
