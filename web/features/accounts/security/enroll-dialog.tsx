import { useState } from 'react'

import { Dialog } from '#web/ui/dialog.tsx'

import { cancelEnrolment, type Enrolment } from './enrolment.ts'
import { NameDevice } from './name-device.tsx'
import { ScanDevice } from './scan-device.tsx'

/** Two steps: the device's name, and its first code. */
export function EnrollDialog({
  existingNames,
  onClose,
  onSignInNeeded,
}: {
  existingNames: string[]
  onClose: () => void
  /** Called when the sign-in is too old to add a first device. */
  onSignInNeeded: () => void
}) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const isFirst = existingNames.length === 0

  function close() {
    // An unfinished enrolment would block the next attempt.
    if (enrolment) void cancelEnrolment(enrolment)
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={isFirst ? 'Activar segundo factor' : 'Agregar otro dispositivo'}
      keepOpenOnOutsidePress
    >
      {enrolment ? (
        <ScanDevice
          enrolment={enrolment}
          isFirst={isFirst}
          onVerified={onClose}
          onLost={() => setEnrolment(undefined)}
          onSignInNeeded={onSignInNeeded}
        />
      ) : (
        <NameDevice existingNames={existingNames} onNamed={setEnrolment} onSignInNeeded={onSignInNeeded} />
      )}
    </Dialog>
  )
}
