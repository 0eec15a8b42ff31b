import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'

import { currentSession } from '#web/platform/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { preloadDialog } from '#web/ui/dialog.tsx'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'

/**
 * Asks before unsaved changes are lost by leaving for another section or page, or by closing the tab. They also stay when the
 * session ends.
 */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  useUnsavedForm(isDirty)
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // A link within the page loses nothing, and a signed-out visitor can save nothing.
      const isSamePage =
        current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
      return !isSamePage && (await currentSession()).status !== 'signedOut'
    },
    disabled: !isDirty,
    withResolver: true,
  })
  // Preloaded once there are unsaved changes, so that the question needs no connection.
  useEffect(() => {
    if (isDirty) preloadDialog()
  }, [isDirty])
  return (
    <LeaveDialog
      open={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}

export function LeaveDialog({ open, onStay, onLeave }: { open: boolean; onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onStay()
      }}
      title="Hay cambios sin guardar"
      consequences={['Si sales ahora, se pierde lo que cambiaste.']}
      cancelLabel="Seguir editando"
      confirmLabel="Salir sin guardar"
      danger
      onConfirm={onLeave}
    />
  )
}
