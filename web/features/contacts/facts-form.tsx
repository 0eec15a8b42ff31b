import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { Contact } from '#contract/contacts.ts'
import { factsEdit } from '#contract/person-facts.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'
import { FactsFields } from './facts-fields.tsx'
import { type EditedContact, factsValues } from './facts-values.ts'

type FactsFormProps = EditedContact & {
  centerId: string
  contact: Contact & { kind: 'patient' | 'dependant' }
  onClose: () => void
}

/** What the centre alone keeps of a person who has an account, or of their dependant. */
export function FactsForm({ centerId, contact, note, facts, version, onClose }: FactsFormProps) {
  const { queries } = useApi()
  const update = useMutation(queries.contacts.updateFacts.mutationOptions())
  const form = useForm({ resolver: formResolver(factsEdit), defaultValues: factsValues({ note, facts }) })
  const { errors, isSubmitting, isDirty } = form.formState
  const tags = useWatch({ control: form.control, name: 'tags' })
  useUnsavedForm(isDirty)
  const edited = useEdited({ version, note, facts }, (now) => form.reset(factsValues(now), { keepDirtyValues: true }))

  async function save(edit: z.output<typeof factsEdit>) {
    const { kind, id: personId } = contact
    try {
      await update.mutateAsync({ centerId, kind, personId, version: edited.seen.version, ...edit })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors(form, error, { fields: factsEdit.keyof().options })
      return
    }
    toast({ kind: 'success', title: 'Datos guardados' })
    onClose()
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <FormError error={formFault(errors)} />
      {edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      <FactsFields
        centerId={centerId}
        controls={{
          cedula: form.register('cedula'),
          // A dependant's is what their guardian wrote.
          ...(contact.kind === 'patient' && { birthDate: form.register('birthDate') }),
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
        tags={tags}
        onTags={(next) => form.setValue('tags', next, { shouldDirty: true })}
        noteHint="Nada clínico: solo lo que ayuda a recibirle. Lo lee solo tu centro, y quien lo pide en la copia de sus datos."
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
