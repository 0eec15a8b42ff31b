import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import { useRef } from 'react'

import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'

import { type Enrolment, grouped } from './enrolment.ts'

/** For a user who has the app on this phone, or no camera. */
export function SecretByHand({ enrolment }: { enrolment: Enrolment }) {
  const shown = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(enrolment.secret)
      toast({ kind: 'success', title: 'Clave copiada' })
    } catch {
      // The browser denies access to the clipboard.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      toast({ title: 'No pudimos copiarla', description: 'Quedó seleccionada: cópiala con tu teclado o el menú.' })
    }
  }

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
        <dl>
          <dt className="text-sm text-ink-soft">Clave</dt>
          <dd ref={shown} className="font-medium wrap-anywhere tabular-nums select-all">
            {grouped(enrolment.secret)}
          </dd>
        </dl>
        <Button
          variant="secondary"
          size="small"
          icon={<Copy aria-hidden="true" className="size-4" />}
          onClick={() => void copy()}
        >
          Copiar clave
        </Button>
      </div>
    </details>
  )
}
