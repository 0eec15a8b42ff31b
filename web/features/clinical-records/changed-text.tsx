import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type ChangedTextProps = {
  /** What is stored now, by another tab of the same account; empty when it was deleted, or saved as a note. */
  stored: string
  onUseStored: () => void
  onKeepTyped: () => void
}

/** Two tabs of one professional wrote the same draft or working note: they choose between the two texts. */
export function ChangedText({ stored, onUseStored, onKeepTyped }: ChangedTextProps) {
  return (
    <Banner tone="amber" role="alert">
      <div className="grid gap-2">
        <p>
          {stored === ''
            ? 'En otra pestaña o dispositivo ya lo guardaste como nota o lo descartaste, así que esto no se guardó.'
            : 'En otra pestaña o dispositivo guardaste otro texto, así que este no se guardó. Allí dice:'}
        </p>
        {stored !== '' && (
          <p className="max-h-40 overflow-y-auto rounded-control bg-panel px-3 py-2 wrap-anywhere whitespace-pre-line">
            {stored}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" onClick={onKeepTyped}>
            Quedarme con lo de aquí
          </Button>
          <Button size="small" variant="secondary" onClick={onUseStored}>
            {stored === '' ? 'Quitar lo de aquí' : 'Usar el otro texto'}
          </Button>
        </div>
      </div>
    </Banner>
  )
}
