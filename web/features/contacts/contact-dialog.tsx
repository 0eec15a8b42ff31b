import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonRef } from '#contract/agenda.ts'
import type { Contact } from '#contract/contacts.ts'
import { readPerson } from '#web/features/agenda/person-param.ts'
import { PackagesOfPerson } from '#web/features/packages/packages-of-person.tsx'
import { useApi } from '#web/platform/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { AppointmentsOfContact, RecordButton } from './appointments-of-contact.tsx'
import { ContactCard } from './contact-card.tsx'
import { FactsForm } from './facts-form.tsx'
import { GuestForm } from './guest-form.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { MergesOfContact } from './merges-of-contact.tsx'
import { MoneyOfContact } from './money-of-contact.tsx'
import { RemoveGuestDialog } from './remove-guest-dialog.tsx'

type Props = {
  centerId: string
  person: string | undefined
  /** Whether the member may write to the centre's patients. */
  canWrite: boolean
  /** Whether the member sells packages to them. */
  sellsPackages: boolean
  onClose: () => void
  /** Shows another person's sheet. */
  onOpen: (person: PersonRef) => void
  /** Called after the guest's data was removed. */
  onRemoved: () => void
}

/** A patient's or guest's contact data and appointments at this centre. `person`: see readPerson(). */
export function ContactDialog({ centerId, person, onClose, ...props }: Props) {
  const parsedPerson = readPerson(person)
  return (
    <Dialog
      open={parsedPerson !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Paciente"
      size="large"
    >
      {parsedPerson && <ContactDetails key={parsedPerson.id} centerId={centerId} {...parsedPerson} {...props} />}
    </Dialog>
  )
}

type DetailsProps = Omit<Props, 'person' | 'onClose'> & PersonRef

function ContactDetails({ centerId, kind, id, canWrite, sellsPackages, onOpen, onRemoved }: DetailsProps) {
  const { queries } = useApi()
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const merging = useDialogState()
  const details = useQuery(queries.contacts.get.queryOptions({ input: { centerId, kind, personId: id } }))
  if (!details.data) {
    return (
      <Pending
        query={details}
        loading="Cargando el paciente"
        failed="No se pudo cargar este paciente"
        className="grid gap-3"
      >
        <Skeleton className="h-24" />
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  const { contact, merges, money, directCents, owedCents, appointments, note, facts, version } = details.data
  const form = { centerId, note, facts, version, onClose: () => setEditing(false) }
  return (
    <div className="grid gap-6">
      {!isEditing && (
        <ContactCard
          centerId={centerId}
          details={details.data}
          canWrite={canWrite}
          onEdit={() => setEditing(true)}
          onMerge={() => merging.show()}
          onRemove={() => setRemoving(true)}
        />
      )}
      {isEditing && !hasAccount(contact) && <GuestForm {...form} contact={contact} onOpen={onOpen} />}
      {isEditing && hasAccount(contact) && <FactsForm {...form} contact={contact} />}
      <MergesOfContact centerId={centerId} guestId={id} merges={merges} />
      <MergeDialog
        key={merging.key}
        centerId={centerId}
        contact={contact}
        open={merging.isOpen}
        onClose={merging.close}
      />
      <RemoveGuestDialog
        centerId={centerId}
        contact={contact}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={onRemoved}
      />
      <RecordButton centerId={centerId} appointments={appointments} />
      <PackagesOfPerson centerId={centerId} person={{ kind, id }} sells={sellsPackages} />
      <MoneyOfContact money={money} directCents={directCents} owedCents={owedCents} />
      <AppointmentsOfContact centerId={centerId} appointments={appointments} />
    </div>
  )
}

/** A dependant is a person of their guardian's account. */
const hasAccount = (contact: Contact): contact is Contact & { kind: 'patient' | 'dependant' } =>
  contact.kind !== 'guest'
