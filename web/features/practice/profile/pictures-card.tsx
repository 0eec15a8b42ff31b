import { useMutation } from '@tanstack/react-query'
import type { OwnCenter } from '#contract/centers.ts'
import { pictureMaxBytes } from '#contract/files.ts'
import { pictureAddress, pictureKinds, widestOf } from '#contract/pictures.ts'
import { useApi } from '#web/platform/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Image } from '#web/ui/image.tsx'
import { PictureButtons } from '#web/ui/picture-buttons.tsx'

const shownWidths = { logo: 144, cover: 480 }
const cropOf = (kind: 'logo' | 'cover') => ({
  ratio: pictureKinds[kind].ratio,
  width: widestOf(kind),
  maxBytes: pictureMaxBytes,
  fileName: `${kind}.jpg`,
})

export function PicturesCard({ center }: { center: OwnCenter }) {
  const { id: centerId, name, logoUrl, coverUrl } = center
  const { queries } = useApi()
  const set = useMutation(queries.practice.setPicture.mutationOptions())
  const remove = useMutation(queries.practice.removePicture.mutationOptions())
  const actionsFor = (kind: 'logo' | 'cover') => ({
    onSet: async (image: File) => void (await set.mutateAsync({ centerId, kind, image })),
    onRemove: async () => void (await remove.mutateAsync({ centerId, kind })),
  })
  return (
    <Card as="section" aria-labelledby="pictures" className="grid gap-4">
      <h3 id="pictures" tabIndex={-1}>
        Logo y portada
      </h3>
      <div className="grid gap-6 sm:grid-cols-2">
        <div className="grid content-start gap-2">
          <div className="flex h-28 items-center">
            <Avatar
              name={name}
              src={logoUrl && pictureAddress({ url: logoUrl, width: shownWidths.logo })}
              size="large"
            />
          </div>
          <PictureButtons
            noun="logo"
            masculine
            of={name}
            has={logoUrl !== null}
            crop={cropOf('logo')}
            wholeAllowed
            removal="En su lugar se verá la primera letra del nombre."
            {...actionsFor('logo')}
          />
        </div>
        <div className="grid content-start gap-2">
          <Image
            src={coverUrl && pictureAddress({ url: coverUrl, width: shownWidths.cover })}
            alt={coverUrl ? 'Tu portada' : ''}
            width={168}
            height={112}
            className="h-28 w-42 rounded-control"
          />
          <PictureButtons
            noun="portada"
            of={name}
            has={coverUrl !== null}
            crop={cropOf('cover')}
            removal="En su lugar se verá un dibujo según lo que ofreces."
            {...actionsFor('cover')}
          />
        </div>
      </div>
    </Card>
  )
}
