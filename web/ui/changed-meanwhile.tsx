import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

export type ChangedMeanwhileProps = {
  /** Shows what is stored now, and keeps what was typed. */
  onShowNew: () => void
}

/** Shown beside the buttons of a form whose subject another person has changed since it was opened. */
export function ChangedMeanwhile({ onShowNew }: ChangedMeanwhileProps) {
  return (
    <Banner
      tone="amber"
      role="alert"
      action={
        <Button variant="secondary" size="small" onClick={onShowNew}>
          Ver lo nuevo
        </Button>
      }
    >
      Alguien cambió esto mientras lo tenías abierto, así que no se guardó. Lo que escribiste sigue aquí.
    </Banner>
  )
}
