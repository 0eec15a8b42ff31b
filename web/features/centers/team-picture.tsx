import type { CenterCard } from '#contract/center-search.ts'
import { isNamedAfter } from '#contract/center-words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Image } from '#web/ui/image.tsx'

import { Cover } from './cover.tsx'

export type TeamPictureProps = {
  center: Pick<CenterCard, 'coverUrl' | 'services' | 'team' | 'teamSize'>
  /** `wide`: a banner with portraits side by side on a plain background. `square`: portraits fill the box. */
  shape: 'square' | 'wide'
  /** Loads a photo of the centre at once. Portraits never compete with the style sheet and the fonts. */
  eager: boolean
  className?: string
}

/** A centre's photo, or the portraits of its professionals, or a drawing. Decorative: the names are beside it. */
export function TeamPicture({ center, shape, eager, className }: TeamPictureProps) {
  const { coverUrl, services, teamSize } = center
  const faces = center.team.flatMap(({ name, photoUrl }) => (photoUrl ? [{ name, photoUrl }] : []))
  if (coverUrl || faces.length === 0) {
    // A drawing for a square would lose its top and bottom in a banner.
    const coverShape = shape === 'wide' && !coverUrl ? 'wide' : 'card'
    return (
      <Cover coverUrl={coverUrl} services={services} shape={coverShape} eager={eager} className={className ?? ''} />
    )
  }
  const otherCount = teamSize - faces.length
  if (shape === 'wide') {
    return (
      <div
        className={classNames(
          'flex items-center justify-center gap-2 bg-sand max-[22rem]:pr-12 cramped:items-end cramped:pr-0 cramped:pb-2',
          className,
        )}
      >
        {faces.map(({ name, photoUrl }) => (
          <Avatar key={photoUrl} name={name} src={photoUrl} size={faces.length === 1 ? 'huge' : 'large'} />
        ))}
        {otherCount > 0 && <span className="pl-1 font-semibold text-ink-soft max-[22rem]:hidden">+{otherCount}</span>}
      </div>
    )
  }
  return (
    <div
      className={classNames(
        'relative grid overflow-hidden bg-sand',
        faces.length > 1 && 'grid-cols-2 gap-0.5',
        faces.length > 2 && 'grid-rows-2',
        className,
      )}
    >
      {faces.map(({ photoUrl }, index) => (
        <Image
          key={photoUrl}
          src={photoUrl}
          alt=""
          width={160}
          height={160}
          className={classNames('size-full min-h-0 min-w-0', faces.length > 2 && index === 0 && 'row-span-2')}
        />
      ))}
      {otherCount > 0 && (
        <span
          aria-hidden="true"
          className="absolute right-1 bottom-1 rounded-full bg-panel px-2 text-sm font-semibold text-ink max-sm:hidden"
        >
          +{otherCount}
        </span>
      )}
    </div>
  )
}

/** «Con Paula Núñez, Diego Sosa y 3 más». Empty when the centre has one professional and is named after them. */
export function teamNames({ name, team, teamSize }: Pick<CenterCard, 'name' | 'team' | 'teamSize'>): string {
  const names = team.slice(0, 2).map((professional) => professional.name)
  const [first] = names
  if (!first || (teamSize === 1 && isNamedAfter(name, first))) return ''
  const otherCount = teamSize - names.length
  if (otherCount > 0) return `Con ${names.join(', ')} y ${otherCount} más`
  return `Con ${names.join(' y ')}`
}
