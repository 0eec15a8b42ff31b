import { useForm } from 'react-hook-form'
import type { CenterEdit, OwnCenter } from '#contract/centers.ts'
import { UnsavedChanges } from '#web/features/auth/unsaved-changes.tsx'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'

import { useUpdateCenter } from '../api/update-center.ts'
import { BookingFields } from './booking-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { PresentationFields } from './presentation-fields.tsx'
import { type ProfileValues, profileForm, profileValues } from './profile-values.ts'

export function ProfileForm({ center }: { center: OwnCenter }) {
  const update = useUpdateCenter()
  const form = useForm<ProfileValues, unknown, CenterEdit>({
    resolver: formResolver(profileForm),
    defaultValues: profileValues(center),
  })
  const { errors, isDirty, isSubmitting } = form.formState

  const edited = useEdited(center, (now) => form.reset(profileValues(now), { keepDirtyValues: true }))

  async function save(edit: CenterEdit) {
    try {
      const saved = await update.mutateAsync({ centerId: center.id, version: edited.seen.version, ...edit })
      edited.noteSaved(saved)
      form.reset(profileValues(saved))
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors(form, error, { fields: profileForm.keyof().options })
      return
    }
    toast({ kind: 'success', title: 'Perfil guardado' })
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)} className="grid gap-5">
      <PresentationFields form={form} />
      <ContactFields form={form} />
      <BookingFields form={form} />
      <FormError error={formFault(errors)} />
      {edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isSubmitting} pendingLabel="Guardando…">
          Guardar perfil
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {isDirty && !isSubmitting ? 'Hay cambios sin guardar.' : ''}
        </p>
      </div>
      <UnsavedChanges isDirty={isDirty} />
    </form>
  )
}
