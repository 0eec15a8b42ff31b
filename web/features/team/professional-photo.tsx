import { pictureMaxBytes } from '#contract/files.ts'
import { pictureAddress } from '#contract/pictures.ts'
import type { TeamProfessional } from '#contract/team.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PictureButtons } from '#web/ui/picture-buttons.tsx'

import { useRemovePhoto } from './api/remove-photo.ts'
import { useSetPhoto } from './api/set-photo.ts'

const crop = { ratio: 1, width: 1024, maxBytes: pictureMaxBytes, fileName: 'foto.jpg' }
const shownPixels = 160

export function ProfessionalPhoto({ centerId, professional }: { centerId: string; professional: TeamProfessional }) {
  const set = useSetPhoto()
  const remove = useRemovePhoto()
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
