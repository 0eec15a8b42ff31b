import { useState } from 'react'

import { weekdayNames } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'

const workdays = 5

/** Copies the hours of one day to others in the form, without saving. */
export function CopyDayDialog({
  from,
  open,
  onClose,
  onCopy,
}: {
  from: number
  open: boolean
  onClose: () => void
  onCopy: (days: number[]) => void
}) {
  const [days, setDays] = useState(() =>
    weekdayNames.map((_, day) => day).filter((day) => day < workdays && day !== from),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Copiar el ${weekdayNames[from]?.toLocaleLowerCase('es')} a otros días`}
      description="Lo que había en esos días se reemplaza. Se guarda con el resto del horario."
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            disabled={days.length === 0}
            onClick={() => {
              onCopy(days)
              onClose()
            }}
          >
            Copiar
          </Button>
        </>
      }
    >
      <FieldGroup legend="A qué días">
        <div className="grid grid-cols-2 gap-x-4 cramped:grid-cols-1">
          {weekdayNames.map(
            (name, day) =>
              day !== from && (
                <CheckboxField
                  key={name}
                  label={name}
                  checked={days.includes(day)}
                  onChange={(event) =>
                    setDays(event.currentTarget.checked ? [...days, day] : days.filter((each) => each !== day))
                  }
                />
              ),
          )}
        </div>
      </FieldGroup>
    </Dialog>
  )
}
