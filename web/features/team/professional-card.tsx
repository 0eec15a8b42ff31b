import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { attendedText } from '#contract/attended.ts'
import { pictureMaxBytes } from '#contract/files.ts'
import { needsPlatform } from '#contract/modalities.ts'
import { pictureAddress } from '#contract/pictures.ts'
import type { TeamProfessional } from '#contract/team.ts'
import { useApi } from '#web/platform/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { dot } from '#web/ui/dot.ts'
import { PictureButtons } from '#web/ui/picture-buttons.tsx'
import BriefcaseMedical from '~icons/lucide/briefcase-medical'
import { OfferingDialog } from './offering-dialog.tsx'
import { ServiceList } from './service-list.tsx'

const crop = { ratio: 1, width: 1024, maxBytes: pictureMaxBytes, fileName: 'foto.jpg' }
const shownPixels = 160

export function ProfessionalCard({
  centerId,
  professional,
  onEdit,
}: {
  centerId: string
  professional: TeamProfessional
  onEdit: () => void
}) {
  const { name, title, specialties, modalities, ages, videoPlatform, registrationNumber, bio, isActive } = professional
  const [isChanging, setChanging] = useState(false)
  const facts = [
    modalities.join(', '),
    ages.length > 0 && `Atiende a ${attendedText(ages)}`,
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
      {bio && (
        <p data-shortened="" className="line-clamp-3 max-w-[41.5em] whitespace-pre-line wrap-anywhere">
          {bio}
        </p>
      )}
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

function OfferStatus({ centerId, professional }: { centerId: string; professional: TeamProfessional }) {
  const { isActive, hasHours, hasAccount, services, modalities, videoLink } = professional
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
      {isActive && needsPlatform(modalities) && videoLink === null && (
        <Badge tone="amber">Sin enlace de sala: no ofrece horas online</Badge>
      )}
      {hasAccount && <Badge icon={<BriefcaseMedical aria-hidden="true" />}>Entra con su cuenta</Badge>}
    </p>
  )
}

function ProfessionalPhoto({ centerId, professional }: { centerId: string; professional: TeamProfessional }) {
  const { queries } = useApi()
  const set = useMutation(queries.team.setPhoto.mutationOptions())
  const remove = useMutation(queries.team.removePhoto.mutationOptions())
  const { id: professionalId, name, photoUrl } = professional
  return (
    <div className="grid gap-1 sm:justify-items-center">
      <Avatar name={name} src={photoUrl && pictureAddress({ url: photoUrl, width: shownPixels })} size="large" />
      <PictureButtons
        noun="foto"
        of={name}
        has={photoUrl !== null}
        crop={crop}
        round
        removal="En su lugar se verá la primera letra de su nombre."
        onSet={async (image) => void (await set.mutateAsync({ centerId, professionalId, image }))}
        onRemove={async () => void (await remove.mutateAsync({ centerId, professionalId }))}
      />
    </div>
  )
}
