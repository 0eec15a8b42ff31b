import { pictureMaxBytes } from '#contract/files.ts'
import { pictureAddress } from '#contract/pictures.ts'
import type { TeamProfessional } from '#contract/team.ts'
import { useApi } from '#web/platform/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'

import { PictureButtons } from '#web/ui/picture-buttons.tsx'
import { useTeamChange } from './use-team.ts'

const cut = { ratio: 1, width: 1024, maxBytes: pictureMaxBytes, fileName: 'foto.jpg' }
const shownPixels = 160

export function ProfessionalPhoto({ centerId, professional }: { centerId: string; professional: TeamProfessional }) {
  const { api } = useApi()
  const change = useTeamChange({ centerId })
  const { id: professionalId, name, photoUrl } = professional
  return (
    <div className="grid gap-1 sm:justify-items-center">
      <Avatar name={name} src={photoUrl && pictureAddress({ url: photoUrl, width: shownPixels })} size="large" />
      <PictureButtons
        noun="foto"
        of={name}
        has={photoUrl !== null}
        cut={cut}
        round
        removal="En su lugar se verá la primera letra de su nombre."
        onSet={async (image) => change(await api.team.setPhoto({ centerId, professionalId, image }))}
        onRemove={async () => change(await api.team.removePhoto({ centerId, professionalId }))}
      />
    </div>
  )
}
