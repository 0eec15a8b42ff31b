import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TeamProfessional } from '#contract/team.ts'
import { weekView } from '#web/features/agenda/agenda-search.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Stops or resumes offering a professional. With upcoming appointments, the server refuses; a link leads to them. */
export function OfferingDialog({
  centerId,
  professional,
  open,
  onClose,
}: {
  centerId: string
  professional: TeamProfessional
  open: boolean
  onClose: () => void
}) {
  const { queries } = useApi()
  const setActive = useMutation(queries.team.setProfessionalActive.mutationOptions())
  const [isBusy, setBusy] = useState(false)
  const { id: professionalId, name, isActive } = professional

  async function apply() {
    try {
      await setActive.mutateAsync({ centerId, professionalId, isActive: !isActive })
    } catch (error) {
      setBusy(errorCode(error) === 'team.professional_busy')
      throw error
    }
    toast({ kind: 'success', title: isActive ? `${name} ya no se ofrece` : `${name} se ofrece de nuevo` })
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return
        setBusy(false)
        onClose()
      }}
      title={
        <>
          {isActive ? '¿Dejar de ofrecer a ' : '¿Volver a ofrecer a '}
          <span translate="no">{name}</span>?
        </>
      }
      consequences={
        isActive
          ? [
              'Deja de verse en tu página y nadie puede reservar con esa persona.',
              'Sus datos, sus servicios y sus citas pasadas quedan guardados.',
            ]
          : ['Vuelve a verse en tu página y se puede reservar según su horario y sus servicios.']
      }
      confirmLabel={isActive ? 'Dejar de ofrecer' : 'Volver a ofrecer'}
      onConfirm={apply}
    >
      {isBusy && (
        <Banner tone="amber">
          <Link
            to="/center/dashboard"
            search={{ seccion: 'agenda', centro: centerId, vista: weekView, profesional: professionalId }}
            className="link"
          >
            Ver la agenda de <span translate="no">{name}</span>
          </Link>
        </Banner>
      )}
    </ConfirmDialog>
  )
}
