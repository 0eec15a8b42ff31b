import { Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'

import type { OwnCenter } from '#contract/centers.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { useOwnCenterChange } from './use-own-center.ts'

/** Whether strangers find the centre. */
export function PublicCard({ own }: { own: OwnCenter }) {
  const { api } = useApi()
  const change = useOwnCenterChange({ centerId: own.id })
  const [wanted, setWanted] = useState<boolean>()
  const { isPublic, isApproved } = own

  async function set(next: boolean) {
    setWanted(next)
    try {
      change(await api.practice.setPublic({ centerId: own.id, isPublic: next }))
      toast({
        kind: 'success',
        title: next ? 'Tu página es pública' : 'Tu página está oculta',
        ...(next && !isApproved && { description: 'Se verá cuando la aprobemos.' }),
      })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo cambiar', description: errorMessage(error) })
    } finally {
      setWanted(undefined)
    }
  }

  return (
    <Card as="section" aria-label="Página pública" className="grid gap-3">
      <SwitchField
        id="profile-public"
        label="Mostrar mi página al público"
        hint={
          isPublic
            ? 'Aparece en la búsqueda y cualquiera puede reservar.'
            : 'Nadie la encuentra ni puede reservar. Las citas ya reservadas se mantienen.'
        }
        checked={wanted ?? isPublic}
        disabled={wanted !== undefined}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
      {!isApproved && (
        <Banner tone="amber" title="Todavía no aprobamos tu centro">
          Hasta entonces ves tu página solo tú, aunque esté pública. Completa el perfil y sube los documentos: te
          avisamos por correo.
        </Banner>
      )}
      {isApproved && isPublic && (
        <Link
          to="/centers/$centerId"
          params={{ centerId: own.id }}
          target="_blank"
          className="link inline-flex min-h-11 items-center gap-2 justify-self-start"
        >
          Abrir mi página
          <ExternalLink aria-hidden="true" className="size-4" />
          <span className="sr-only">(en otra pestaña)</span>
        </Link>
      )}
    </Card>
  )
}
