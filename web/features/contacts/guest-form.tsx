import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Contact, guestEdit } from '#contract/contacts.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'

export function GuestForm({
  centerId,
  contact,
  note,
  version,
  onClose,
}: {
  centerId: string
  contact: Contact
  note: string
  version: string
  onClose: () => void
}) {
  const { queries } = useApi()
  const update = useMutation(queries.contacts.updateGuest.mutationOptions())
  const form = useForm({
    resolver: formResolver(guestEdit),
    defaultValues: valuesOf({ contact, note }),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsavedForm(isDirty)
  const edited = useEdited({ version, contact, note }, (now) => form.reset(valuesOf(now), { keepDirtyValues: true }))

  async function save(edit: z.output<typeof guestEdit>) {
    try {
      await update.mutateAsync({ centerId, guestId: contact.id, version: edited.seen.version, ...edit })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors(form, error, { fields: guestEdit.keyof().options })
      return
    }
    toast({ kind: 'success', title: 'Datos corregidos' })
    onClose()
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <FormError error={formFault(errors)} />
      {edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      <TextField label="Nombre" error={errors.fullName?.message} {...form.register('fullName')} />
      <TextField label="Teléfono" type="tel" optional error={errors.phone?.message} {...form.register('phone')} />
      <TextField
        label="Correo electrónico"
        type="email"
        optional
        hint="Para avisarle si su cita cambia."
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextArea
        maxLength={1000}
        label="Nota de recepción"
        optional
        hint="Nada clínico: solo lo que ayuda a recibirle."
        rows={3}
        error={errors.note?.message}
        {...form.register('note')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isSubmitting} pendingLabel="Guardando…">
          Guardar
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

function valuesOf({ contact, note }: { contact: Contact; note: string }) {
  return { fullName: contact.name, phone: contact.phone ?? '', email: contact.email ?? '', note }
}
