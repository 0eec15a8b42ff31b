import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { PersonRef } from '#contract/agenda.ts'
import { type Contact, guestEdit } from '#contract/contacts.ts'
import { KnownPhone } from '#web/features/agenda/booking/known-phone.tsx'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'
import { FactsFields } from './facts-fields.tsx'
import { type EditedContact, factsValues } from './facts-values.ts'

type GuestFormProps = EditedContact & {
  centerId: string
  contact: Contact
  onClose: () => void
  /** Opens the sheet of another person, whose telephone number was typed. */
  onOpen: (person: PersonRef) => void
}

export function GuestForm({ centerId, contact, note, facts, version, onClose, onOpen }: GuestFormProps) {
  const { queries } = useApi()
  const update = useMutation(queries.contacts.updateGuest.mutationOptions())
  const form = useForm({
    resolver: formResolver(guestEdit),
    defaultValues: valuesOf({ contact, note, facts }),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const [tags, phone] = useWatch({ control: form.control, name: ['tags', 'phone'] })
  useUnsavedForm(isDirty)
  const edited = useEdited({ version, contact, note, facts }, (now) =>
    form.reset(valuesOf(now), { keepDirtyValues: true }),
  )

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
      <KnownPhone
        centerId={centerId}
        phone={phone}
        except={contact.id}
        verb="Ver a"
        onChoose={({ kind, id }) => onOpen({ kind, id })}
      />
      <TextField
        label="Correo electrónico"
        type="email"
        optional
        hint="Para avisarle si su cita cambia."
        error={errors.email?.message}
        {...form.register('email')}
      />
      <FactsFields
        centerId={centerId}
        controls={{
          cedula: form.register('cedula'),
          birthDate: form.register('birthDate'),
          cover: form.register('cover'),
          tags: form.register('tags'),
          note: form.register('note'),
        }}
        errors={{
          cedula: errors.cedula?.message,
          birthDate: errors.birthDate?.message,
          cover: errors.cover?.message,
          tags: errors.tags?.message,
          note: errors.note?.message,
        }}
        tags={tags ?? ''}
        onTags={(next) => form.setValue('tags', next, { shouldDirty: true })}
        noteHint="Nada clínico: solo lo que ayuda a recibirle."
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

function valuesOf({ contact, note, facts }: Omit<EditedContact, 'version'> & { contact: Contact }) {
  return {
    fullName: contact.name,
    phone: contact.phone ?? '',
    email: contact.email ?? '',
    ...factsValues({ note, facts }),
  }
}
