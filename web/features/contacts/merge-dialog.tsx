import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '#contract/contacts.ts'
import { type MergePreview, mergeErrors } from '#contract/guest-merge-routes.ts'
import { useApi } from '#web/platform/api.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, opensDialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { cedulaText } from './facts-values.ts'

type MergeDialogProps = { centerId: string; contact: Contact; open: boolean; onClose: () => void }

const maxPeople = 8
const minLetters = 2

/** Looks for the other sheet of a person who was entered twice, and merges it into this one. */
export function MergeDialog({ centerId, contact, open, onClose }: MergeDialogProps) {
  const { queries } = useApi()
  // The same telephone most often tells the other sheet.
  const [typed, setTyped] = useState(contact.phone ?? contact.name)
  const q = useDebounced(typed.trim())
  const chosen = useDialogState<Contact>()
  const list = useQuery({
    ...queries.contacts.list.queryOptions({ input: { centerId, q, limit: maxPeople } }),
    enabled: open && q.length >= minLetters,
    placeholderData: keepPreviousData,
  })
  const people = (q.length >= minLetters ? (list.data?.items ?? []) : []).filter(
    ({ kind, id }) => kind === 'guest' && id !== contact.id,
  )
  return (
    <>
      <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Unir con otra ficha">
        <div className="grid gap-4">
          <p>
            Si <span translate="no">{contact.name}</span> está dos veces, elige la otra ficha: sus citas y bonos pasan a
            esta.
          </p>
          <TextField
            label="La otra ficha, por nombre, teléfono o cédula"
            type="search"
            value={typed}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          <div role="status">
            {list.isSuccess && people.length === 0 && (
              <p className="text-ink-soft">
                No hay otra ficha sin cuenta con esos datos. Prueba con el nombre o con otro teléfono.
              </p>
            )}
          </div>
          <ul className="divide-y divide-line">
            {people.map((person) => (
              <li key={person.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="min-w-0">
                  <span translate="no" className="block font-medium wrap-anywhere">
                    {person.name}
                  </span>
                  <span className="block text-sm text-ink-soft">{person.phone ?? 'Sin teléfono'}</span>
                </span>
                <Button variant="secondary" size="small" {...opensDialog} onClick={() => chosen.show(person)}>
                  Elegir<span className="sr-only"> a {person.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
      {chosen.subject && (
        <ConfirmMerge
          key={chosen.key}
          centerId={centerId}
          contact={contact}
          other={chosen.subject}
          open={chosen.isOpen}
          onClose={chosen.close}
          onMerged={() => {
            chosen.close()
            onClose()
          }}
        />
      )}
    </>
  )
}

type ConfirmMergeProps = MergeDialogProps & { other: Contact; onMerged: () => void }

function ConfirmMerge({ centerId, contact, other, open, onClose, onMerged }: ConfirmMergeProps) {
  const { queries } = useApi()
  const target = { centerId, guestId: contact.id, otherId: other.id }
  const merge = useMutation(queries.contacts.mergeGuests.mutationOptions({ meta: { refetch: 'background' } }))
  const preview = useQuery({
    ...queries.contacts.mergePreview.queryOptions({ input: target }),
    // After a success the other sheet would not be found. After a refusal it is read again: one of them has changed.
    enabled: open && !merge.isPending && !merge.isSuccess,
    staleTime: 0,
  })
  const data = preview.data
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={
        <>
          ¿Unir la ficha de <span translate="no">{other.name}</span> con esta?
        </>
      }
      consequences={data && data.obstacle === null ? consequencesOf(data) : []}
      confirmLabel="Unir las fichas"
      confirmDisabled={!data || data.obstacle !== null}
      onConfirm={async () => {
        await merge.mutateAsync({ ...target, version: data?.version ?? '' })
        toast({ kind: 'success', title: 'Las fichas están unidas', description: 'Durante un día se puede deshacer.' })
        onMerged()
      }}
    >
      {!data && (
        <Pending query={preview} loading="Revisando las fichas" failed="No se pudieron revisar las fichas">
          <Skeleton className="h-24" />
        </Pending>
      )}
      {data &&
        (data.obstacle ? <Banner tone="amber">{mergeErrors[data.obstacle].message}</Banner> : <Result {...data} />)}
    </ConfirmDialog>
  )
}

function consequencesOf({ appointments, packages }: MergePreview): string[] {
  const moved = [
    appointments > 0 && (appointments === 1 ? '1 cita' : `${appointments} citas`),
    packages > 0 && (packages === 1 ? '1 bono' : `${packages} bonos`),
  ].filter(Boolean)
  return [
    ...(moved.length > 0 ? [`Pasan a esta ficha: ${moved.join(' y ')}.`] : []),
    ...(appointments > 0
      ? ['Lo que un profesional anotó de esas citas sigue con ellas, y lo lee solo quien lo escribió.']
      : []),
    'La otra ficha deja de verse. Lo que solo ella tenía se agrega a esta.',
    'Durante un día se puede deshacer. Después, no.',
  ]
}

/** The person as they will be. */
function Result({ result }: MergePreview) {
  const { name, phone, email, cedula, birthDate, cover, tags, note } = result
  const facts = [
    { label: 'Nombre', value: name },
    { label: 'Teléfono', value: phone },
    { label: 'Correo electrónico', value: email },
    { label: 'Cédula', value: cedula ? cedulaText(cedula) : '' },
    { label: 'Nacimiento', value: birthDate?.split('-').toReversed().join('/') ?? '' },
    { label: 'Mutualista o seguro', value: cover },
    { label: 'Etiquetas', value: tags.join(', ') },
    { label: 'Nota de recepción', value: note },
  ]
  return (
    <section aria-label="Así queda la ficha" className="rounded-control bg-sand px-4 py-3">
      <p className="font-medium">Así queda la ficha</p>
      <dl className="mt-2 grid gap-2">
        {facts
          .filter(({ value }) => value !== '')
          .map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd translate="no" className="wrap-anywhere whitespace-pre-line">
                {value}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
