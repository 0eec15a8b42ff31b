import { Dialog } from '#web/ui/dialog.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'

import { shortcuts, useShortcutsSwitch } from './use-shortcuts.ts'

/** The keyboard shortcuts of the agenda, and a switch to turn them off. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isOn, switchTo] = useShortcutsSwitch()
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Atajos de teclado" size="small">
      <div className="grid gap-5 pb-2">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
          {shortcuts.map(({ keys, label }) => (
            <div key={label} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-8 rounded-[0.375rem] border border-control bg-sand px-2 py-0.5 text-center font-sans font-semibold"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-ink-soft">
          Dentro de la grilla, las flechas van de hora en hora y de columna en columna; Enter abre o agenda.
        </p>
        <SwitchField
          label="Usar los atajos"
          hint="De una sola tecla. Apágalos si dictas con la voz."
          checked={isOn}
          onChange={({ currentTarget }) => switchTo(currentTarget.checked)}
        />
      </div>
    </Dialog>
  )
}
