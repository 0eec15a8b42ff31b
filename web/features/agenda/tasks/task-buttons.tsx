import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import type { IconComponent } from '#web/ui/icon.tsx'
import CircleAlert from '~icons/lucide/circle-alert'
import MailWarning from '~icons/lucide/mail-warning'
import PhoneOutgoing from '~icons/lucide/phone-outgoing'

import type { ShowDialog } from '../agenda-dialog.ts'
import { useDeskTasks } from './use-desk-tasks.ts'

/** Buttons to the lists of open tasks; nothing when there are none. */
export function TaskButtons({ centerId, show }: { centerId: string; show: ShowDialog }) {
  const { data } = useDeskTasks({ centerId })
  const toCall = data?.calls.filter(({ calledAt }) => calledAt === null).length ?? 0
  const toClose = data?.toClose.length ?? 0
  const unconfirmed = data?.unconfirmed ?? 0
  // The list of today's calls stays reachable after all are ticked.
  const hasCalls = data !== undefined && data.calls.length > 0
  if (!hasCalls && toClose === 0 && unconfirmed === 0) return null
  return (
    <div className="my-1 flex flex-wrap gap-2">
      {hasCalls && (
        <TaskButton Icon={PhoneOutgoing} onClick={() => show({ kind: 'calls' })}>
          {toCall === 0 ? 'Llamadas hechas' : toCall === 1 ? '1 llamada pendiente' : `${toCall} llamadas pendientes`}
        </TaskButton>
      )}
      {toClose > 0 && (
        <TaskButton Icon={CircleAlert} onClick={() => show({ kind: 'toClose' })}>
          {toClose === 1 ? '1 cita sin cerrar' : `${toClose} citas sin cerrar`}
        </TaskButton>
      )}
      {unconfirmed > 0 && (
        <TaskButton Icon={MailWarning} onClick={() => show({ kind: 'unconfirmed' })}>
          {`${unconfirmed} citas con el correo sin confirmar`}
        </TaskButton>
      )}
    </div>
  )
}

function TaskButton({ Icon, onClick, children }: { Icon: IconComponent; onClick: () => void; children: string }) {
  return (
    <Button
      variant="secondary"
      size="small"
      className="min-h-11"
      icon={<Icon aria-hidden="true" className="size-4.5" />}
      {...opensDialog}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
