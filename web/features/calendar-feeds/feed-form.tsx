import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'

import type { CalendarFeed } from '#contract/calendar-feeds.ts'
import type { Membership } from '#contract/memberships.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

const wholeCenter = 'all'

/** Chooses the agenda of a new feed; a professional has only their own. */
export function FeedForm({
  membership,
  feeds,
  onCreated,
  createButton,
}: {
  membership: Membership
  feeds: readonly CalendarFeed[]
  onCreated: (created: { feed: CalendarFeed; url: string }) => void
  /** The button that takes the focus after a feed is removed. */
  createButton: RefObject<HTMLButtonElement | null>
}) {
  const { centerId, professionalId, can } = membership
  const { queries } = useApi()
  const availability = useQuery(queries.availability.list.queryOptions({ input: { centerId } }))
  const ownProfessionalId = can.seeWholeCenter ? null : professionalId
  const [chosenId, setChosenId] = useState(ownProfessionalId ?? wholeCenter)
  const create = useMutation(queries.calendarFeeds.create.mutationOptions())
  const professionals = (availability.data?.items ?? []).filter(
    (each) => ownProfessionalId === null || each.professionalId === ownProfessionalId,
  )
  const options = [
    ...(ownProfessionalId === null ? [{ value: wholeCenter, label: 'Todo el centro' }] : []),
    ...professionals.map((each) => ({ value: each.professionalId, label: each.name })),
  ]
  const replaces = feeds.some((feed) => (feed.professionalId ?? wholeCenter) === chosenId)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate(
          { centerId, professionalId: chosenId === wholeCenter ? null : chosenId },
          { onSuccess: onCreated },
        )
      }}
    >
      <FormError error={create.error && errorMessage(create.error)} />
      <SelectField
        label="Agenda de"
        value={chosenId}
        options={options}
        hint={
          replaces ? 'Ya hay una dirección para esta agenda. Si creas otra, la anterior deja de funcionar.' : undefined
        }
        onChange={({ target }) => setChosenId(target.value)}
      />
      <Button
        ref={createButton}
        type="submit"
        className="justify-self-start"
        pending={create.isPending}
        pendingLabel="Creando…"
      >
        Crear una dirección
      </Button>
    </form>
  )
}
