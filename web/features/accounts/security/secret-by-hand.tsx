import ExternalLink from 'lucide-react/icons/external-link'

import { buttonClass } from '#web/ui/button-class.ts'
import { CopyableValue } from '#web/ui/copyable-value.tsx'

import { type Enrolment, groupSecret } from './enrolment.ts'

/** For a user who has the app on this phone, or no camera. */
export function SecretByHand({ enrolment }: { enrolment: Enrolment }) {
  return (
    // A phone cannot scan its own screen, so it shows the secret first.
    <details open={matchMedia('(pointer: coarse)').matches} className="rounded-card bg-sand px-4">
      <summary className="link flex min-h-11 cursor-pointer items-center">¿No puedes escanear?</summary>
      <div className="grid justify-items-start gap-3 pb-4">
        <p className="text-ink-soft">Ábrelo en la app de este teléfono, o copia la clave y pégala en la app.</p>
        <a href={enrolment.uri} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          <ExternalLink aria-hidden="true" className="size-4" />
          Abrir en la app
        </a>
        <CopyableValue
          label="Clave"
          value={enrolment.secret}
          shown={groupSecret(enrolment.secret)}
          copyLabel="Copiar clave"
          copied="Clave copiada"
          denied={{
            title: 'No pudimos copiarla',
            description: 'Quedó seleccionada: cópiala con tu teclado o el menú.',
          }}
        />
      </div>
    </details>
  )
}
