import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { type Contact, guestEdit } from '#contract/contacts.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** What the centre wrote down about somebody without an account. */
export function GuestForm({
  centerId,
  contact,
  note,
  onClose,
}: {
  centerId: string
  contact: Contact
  note: string
  onClose: () => void
}) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(guestEdit),
    defaultValues: { fullName: contact.name, phone: contact.phone ?? '', email: contact.email ?? '', note },
  })
  const { errors } = form.formState
  const save = useMutation({
    ...queries.contacts.updateGuest.mutationOptions(),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.contacts.key() }),
        queryClient.invalidateQueries({ queryKey: queries.agenda.key() }),
      ])
      toast({ kind: 'success', title: 'Datos corregidos' })
      onClose()
    },
  })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) =>
        void form.handleSubmit((values) => save.mutate({ centerId, guestId: contact.id, ...values }))(event)
      }
    >
      <FormError error={save.error && errorMessage(save.error)} />
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
        label="Nota de recepción"
        optional
        hint="Nada clínico: solo lo que ayuda a recibirle."
        rows={3}
        error={errors.note?.message}
        {...form.register('note')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={save.isPending} pendingLabel="Guardando…">
          Guardar
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
