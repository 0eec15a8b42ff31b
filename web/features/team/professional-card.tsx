import { Link } from '@tanstack/react-router'
import BriefcaseMedical from 'lucide-react/icons/briefcase-medical'
import { useState } from 'react'

import type { TeamProfessional } from '#contract/team.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { dot } from '#web/ui/dot.ts'

import { OfferingDialog } from './offering-dialog.tsx'
import { ProfessionalPhoto } from './professional-photo.tsx'
import { ServiceList } from './service-list.tsx'

export function ProfessionalCard({
  centerId,
  professional,
  onEdit,
}: {
  centerId: string
  professional: TeamProfessional
  onEdit: () => void
}) {
  const { name, title, specialties, modalities, videoPlatform, registrationNumber, bio, isActive } = professional
  const [isChanging, setChanging] = useState(false)
  const facts = [
    modalities.join(', '),
    videoPlatform && `Video por ${videoPlatform}`,
    registrationNumber && `Registro ${registrationNumber}`,
  ]
  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-start gap-4">
        <ProfessionalPhoto centerId={centerId} professional={professional} />
        <div className="grid min-w-0 grow basis-56 gap-1">
          <h4 translate="no" className="text-lg font-semibold wrap-anywhere">
            {name}
          </h4>
          {title && <p className="wrap-anywhere">{title}</p>}
          {specialties.length > 0 && <p className="wrap-anywhere text-ink-soft">{specialties.join(dot)}</p>}
          <p className="text-sm wrap-anywhere text-ink-soft">{facts.filter(Boolean).join(dot)}</p>
          <OfferStatus centerId={centerId} professional={professional} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" {...opensDialog} onClick={onEdit}>
            Editar
            <span className="sr-only">
              {' a '}
              <span translate="no">{name}</span>
            </span>
          </Button>
          <Button size="small" variant="quiet" {...opensDialog} onClick={() => setChanging(true)}>
            {isActive ? 'Dejar de ofrecer' : 'Volver a ofrecer'}
            <span className="sr-only">
              {' a '}
              <span translate="no">{name}</span>
            </span>
          </Button>
        </div>
      </div>
      {bio && <p className="line-clamp-3 max-w-[41.5em] whitespace-pre-line wrap-anywhere">{bio}</p>}
      <ServiceList centerId={centerId} professional={professional} />
      <OfferingDialog
        centerId={centerId}
        professional={professional}
        open={isChanging}
        onClose={() => setChanging(false)}
      />
    </Card>
  )
}

/** Whether patients can book with the professional, and what is missing. */
function OfferStatus({ centerId, professional }: { centerId: string; professional: TeamProfessional }) {
  const { isActive, hasHours, hasAccount, services } = professional
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
      {!isActive && <Badge>No se ofrece</Badge>}
      {isActive && !hasHours && (
        <Badge tone="amber">
          <Link to="/center/dashboard" search={{ seccion: 'disponibilidad', centro: centerId }} className="underline">
            Sin horario
          </Link>
        </Badge>
      )}
      {isActive && !services.some((service) => service.isActive) && <Badge tone="amber">Sin servicios</Badge>}
      {hasAccount && <Badge icon={<BriefcaseMedical aria-hidden="true" />}>Entra con su cuenta</Badge>}
    </p>
  )
}
