// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { renderScreen, settle } from '#web/testing/screen.tsx'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
// Loaded beforehand: the dialog itself loads it when it opens.
import './dialog-popup.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'

const nothing = () => undefined
const confirm = { open: true, onOpenChange: nothing, consequences: ['Se guarda.'], onConfirm: nothing }
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

test.each([
  [
    'a form',
    <FormDialog
      key="a"
      open
      onClose={nothing}
      onSubmit={nothing}
      pending={false}
      error=""
      title="Datos"
      submitLabel="Guardar"
    >
      <TextField label="Nombre" aria-label="Nombre" />
    </FormDialog>,
    'Nombre',
  ],
  ['a question', <ConfirmDialog key="b" {...confirm} title="¿Guardar?" confirmLabel="Guardar" />, 'Guardar'],
  [
    'a question whose answer destroys',
    <ConfirmDialog key="c" {...confirm} title="¿Eliminar?" confirmLabel="Eliminar" danger />,
    'Volver',
  ],
  [
    'a question with a reason',
    <ConfirmDialog key="d" {...confirm} title="¿Cancelar?" confirmLabel="Cancelar" danger>
      <TextField label="Motivo" aria-label="Motivo" />
    </ConfirmDialog>,
    'Motivo',
  ],
  [
    'a list of choices',
    <Dialog key="e" open onOpenChange={nothing} title="Cita">
      <Button>Llegó</Button>
    </Dialog>,
    'Llegó',
  ],
])('the focus of %s starts on what the user came for, never on "Cerrar"', async (_, dialog, name) => {
  await renderScreen(dialog)
  await settle()
  await expect.poll(focused).toBe(name)
})
