import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { usePayingPackage } from '#web/features/packages/use-own-packages.ts'
import { errorCode, isConnectionLoss } from '#web/platform/error-message.ts'
import { signOut, useSession } from '#web/platform/session.ts'
import { focusTooLong } from '#web/ui/kept-text.tsx'
import { toast } from '#web/ui/toast.ts'

import { keepAttendee, keptAttendee } from './access/access-draft.ts'
import { useConfirmAppointment } from './api/confirm-appointment.ts'
import { attendeeFaults, focusNewDependant, newDependantFieldId, refusedAttendee } from './attendee-values.ts'
import { bookingFailed } from './booking-failure.ts'
import type { BookingStepId } from './booking-search.ts'
import { addressMessage, confirmationOf, emptyHoldValues, type HoldValues, homeAddressId } from './hold-fields.tsx'
import type { BookingMessages } from './use-booking-messages.ts'
import type { HeldTime } from './use-hold.ts'

const incompleteMessage = 'Por favor completa todos los campos requeridos'
const missingOfAttendee = 'faltan datos de la persona que agregas.'
const lostHold = ['appointments.not_found', 'appointments.hold_expired', 'appointments.hold_replaced']
const missingAt: Record<BookingStepId, string> = {
  what: 'falta elegir el servicio.',
  when: 'falta elegir la hora.',
  confirm: 'falta la dirección de la visita.',
}

/** The last step: the held time becomes an appointment. */
export function useConfirmStep({
  step,
  attendee,
  held,
  messages,
  onBooked,
}: {
  step: BookingStepId
  /** The dependant for whom the link was made. */
  attendee: string | undefined
  held: HeldTime
  messages: BookingMessages
  onBooked: (appointment: Appointment) => void
}) {
  const me = useMe().data
  const { hold } = held
  const explainFailure = useConfirmFailure({ held, messages })
  const isVisitor = useSession().status === 'signedOut'
  const [typed, setTyped] = useState<Partial<HoldValues>>(() =>
    attendee === undefined ? keptAttendee() : { dependantId: attendee },
  )
  const packageId = usePayingPackage(hold, typed.packageId)
  const values = { ...emptyHoldValues, homeAddress: me?.address ?? '', ...typed, packageId }
  const confirmation = useConfirmAppointment()

  function showMissing(focus: () => void = () => messages.focusStep(step), missing = missingAt[step]) {
    messages.setIncomplete(`${incompleteMessage}: ${missing}`)
    focus()
  }

  /** @returns false when the new person's fields are not complete, and shows which */
  function requireAttendee(): boolean {
    messages.clear()
    const faults = attendeeFaults(values)
    if (faults) {
      messages.setNewDependantErrors(faults)
      showMissing(() => focusNewDependant(faults), missingOfAttendee)
    }
    return (
      !faults && !focusTooLong(document.getElementById(newDependantFieldId('fullName'))?.closest('section') ?? null)
    )
  }

  function tryToConfirm() {
    messages.clear()
    if (!hold || step !== 'confirm') return showMissing()
    if (!requireAttendee()) return
    if (hold.place === 'home' && values.homeAddress.trim() === '') {
      messages.setAddressError(addressMessage)
      return showMissing(() => document.getElementById(homeAddressId)?.focus())
    }
    // The button is in no form with the field.
    if (focusTooLong(document.getElementById(homeAddressId)?.parentElement ?? null)) return
    confirmation.mutate(confirmationOf(hold, values), { onSuccess: onBooked, onError: explainFailure })
  }

  return {
    tryToConfirm,
    requireAttendee,
    isConfirming: confirmation.isPending,
    isConfirmed: confirmation.isSuccess,
    values,
    changeValues: (changed: Partial<HoldValues>) => {
      if (changed.homeAddress !== undefined || changed.dependantId !== undefined || changed.newDependant)
        messages.clear()
      setTyped((before) => ({ ...before, ...changed }))
      // The mail that confirms an address comes back in another tab.
      if (isVisitor) keepAttendee({ ...values, ...changed })
    },
  }
}

function useConfirmFailure({ held, messages }: { held: HeldTime; messages: BookingMessages }) {
  const { hold } = held

  function explainFailure(error: unknown) {
    const code = errorCode(error)
    if (code === 'appointments.address_required') return messages.setAddressError(addressMessage)
    if (code === 'session.missing') return void askToSignIn()
    const refused = refusedAttendee(error)
    if (refused) {
      messages.setNewDependantErrors(refused)
      focusNewDependant(refused)
      return
    }
    // A hold that the server no longer knows expired a while ago, or was replaced by another.
    if (code && lostHold.includes(code)) return void explainLoss(error)
    messages.setTrouble({ error, startsAt: hold?.startsAt })
    if (isConnectionLoss(error)) {
      // The server may have booked it and no longer know the hold; another press asks for the same appointment.
      held.keepCopy()
      return
    }
    if (!code?.startsWith('appointments.') && !code?.startsWith('dependants.')) {
      toast({ kind: 'destructive', title: 'Error', description: bookingFailed })
    }
    if (code === 'appointments.slot_taken') held.clear()
  }

  /** The server ended the session, so the tokens in this browser are no longer valid. */
  async function askToSignIn() {
    held.keepCopy()
    messages.setTrouble({ sessionEnded: true, startsAt: hold?.startsAt })
    await signOut('local')
    // The pressed button disappears with the session.
    messages.focusStep('confirm')
  }

  async function explainLoss(error: unknown) {
    const other = await held.refetch()
    const isReplaced = other !== undefined && other.id !== hold?.id
    held.discardCopy()
    if (!isReplaced) held.clear()
    const reason = errorCode(error) === 'appointments.hold_replaced' ? { error } : { expired: true as const }
    messages.setTrouble({ ...(isReplaced ? { replacedBy: other } : reason), startsAt: hold?.startsAt })
  }

  return explainFailure
}
